/**
 * `mapcoded/batch/node`: batches as streams of Node. They have an entry of their own, so that bundles for
 * browsers and types without `@types/node` need nothing of Node.
 *
 * @module
 */
export {
  type BatchTransform,
  createDecodeTransform,
  createEncodeTransform,
} from "./streams/node.ts";
