/** Batch requests whose body comes compressed. */
import { createGunzip } from "node:zlib";
import type { Pump } from "./pump.ts";
import type { Inlet, Wire } from "./wire.ts";

/**
 * Decodes what comes before it goes into a pump, no more than the pump takes: of a body that holds
 * far more than it seems to, only what is within the limit is ever decoded.
 * @returns the inlet for the bytes as they came, and what frees the decoder
 */
export function decoding(pump: Pump, wire: Wire): { inlet: Inlet; free: () => void } {
  const gunzip = createGunzip();
  gunzip.on("data", (bytes: Buffer) => pump.data(bytes));
  gunzip.on("end", () => pump.ended());
  gunzip.on("error", () => pump.broken());
  let isOver = false;
  gunzip.on("drain", () => {
    if (!isOver) wire.resume();
  });
  pump.source = gunzip;
  const inlet: Inlet = {
    data(bytes) {
      if (!isOver && !gunzip.write(bytes)) wire.pause();
    },
    ended() {
      if (!isOver) gunzip.end();
    },
    drained: () => pump.drained(),
    gone: () => pump.gone(),
  };
  const free = () => {
    isOver = true;
    gunzip.destroy();
  };
  return { inlet, free };
}
