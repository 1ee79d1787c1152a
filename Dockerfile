# Builds everything from a clone, then keeps what serving needs. The binary of uWebSockets.js wants
# glibc, hence no Alpine. For several architectures: docker buildx build --platform linux/amd64,linux/arm64 .
# The digest is that of the index of all architectures. For a newer one: docker buildx imagetools inspect node:22-bookworm-slim
FROM node:22.23.3-bookworm-slim@sha256:c3de60bf2f9dd0ac6370e6117950ff62d6e339527e7472301c9c78a017978392 AS build
WORKDIR /app
COPY . .
RUN npm ci

FROM node:22.23.3-bookworm-slim@sha256:c3de60bf2f9dd0ac6370e6117950ff62d6e339527e7472301c9c78a017978392
WORKDIR /app
# Docker kills a container 10 seconds after SIGTERM.
ENV NODE_ENV=production MAPCODED_HOST=0.0.0.0 MAPCODED_LOG_FORMAT=json MAPCODED_STOP_AFTER=8
COPY package.json package-lock.json LICENSE NOTICE ./
COPY packages/cli/package.json packages/cli/
# The scripts of the repository build it, which is done. Of the binaries, the image runs one. sbom.json lists what
# the image contains besides its base; with --omit=dev, npm would leave out packages that development needs as well.
RUN npm ci --omit=dev --ignore-scripts \
  && find node_modules/uWebSockets.js -name '*.node' ! -name "uws_$(node -p 'process.platform+"_"+process.arch+"_"+process.versions.modules').node" -delete \
  && npm pkg delete devDependencies \
  && npm run --silent sbom > sbom.json \
  && npm cache clean --force
COPY --from=build /app/packages/cli/dist packages/cli/dist
# Nothing is written while it runs: docker run --read-only works.
USER node
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=5s CMD ["node", "packages/cli/dist/cli/main.js", "status"]
STOPSIGNAL SIGTERM
CMD ["node", "packages/cli/dist/cli/main.js", "serve"]
