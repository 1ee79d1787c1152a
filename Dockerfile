# Builds everything from a clone, then keeps Node, packages and dist. The newest binaries of uWebSockets.js want glibc
# 2.38, hence Debian 13 and no Alpine. For several architectures: docker buildx build --platform linux/amd64,linux/arm64 .
# The digests name the indexes of all architectures. Newer ones: docker buildx imagetools inspect node:24-trixie-slim
FROM node:24.21.0-trixie-slim@sha256:8ec5d7557396cfe32d21c3f9c13072355ceab22b584578ca4bb28af31120cffe AS node

# Packages come first, as they change less often: they stay in the cache while sources change.
FROM node AS build
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages/cli/package.json packages/cli/
# The scripts of the repository would build it.
RUN npm ci --ignore-scripts
COPY LICENSE NOTICE tsconfig.json ./
COPY docs docs
COPY deploy deploy
COPY codegen codegen
COPY data data
COPY scripts scripts
COPY src src
RUN npm run build

# sbom.json lists what the image contains besides Debian; with --omit=dev, npm would leave out packages that development
# needs as well.
FROM node AS packages
WORKDIR /app
COPY package.json package-lock.json ./
COPY packages/cli/package.json packages/cli/
RUN npm ci --omit=dev --ignore-scripts \
  && npm pkg delete devDependencies \
  && npm sbom --sbom-format=cyclonedx > sbom.json

# Without npm: it would be a second program to keep up to date.
FROM debian:trixie-20260918-slim@sha256:a99cfc517144bc59b1978475ec53b46ecabec7e43635402ee5b77cc54cd1b20a
WORKDIR /app
# Docker kills a container 10 seconds after SIGTERM.
# With a malloc arena for each thread, batches in four workers take 60 MB more.
ENV MALLOC_ARENA_MAX=2 NODE_ENV=production MAPCODED_HOST=0.0.0.0 MAPCODED_OPS_HOST=0.0.0.0 MAPCODED_LOG_FORMAT=json MAPCODED_SHUTDOWN_TIMEOUT=8
COPY --from=node /usr/local/bin/node /usr/local/bin/
COPY --from=node /usr/local/LICENSE /usr/local/share/doc/node/
COPY --from=packages /app/node_modules node_modules
COPY --from=packages /app/package.json /app/sbom.json ./
COPY LICENSE NOTICE ./
COPY packages/cli/package.json packages/cli/
COPY --from=build /app/packages/cli/docs packages/cli/docs
COPY --from=build /app/packages/cli/dist packages/cli/dist
# Nothing is written while it runs: docker run --read-only works.
USER 1000:1000
EXPOSE 8080
# It learns other ports from the variables, not from --port, and asks for TLS if HTTP without it fails. The certificate is
# not for 127.0.0.1, so it is not verified.
HEALTHCHECK --interval=30s --timeout=5s --start-period=5s CMD ["node", "-e", \
  "const { env } = process; const ask = (scheme) => fetch(`${scheme}://127.0.0.1:${env.MAPCODED_OPS_PORT ?? env.PORT ?? 8080}/readyz`); env.NODE_TLS_REJECT_UNAUTHORIZED = 0; ask('http').catch(() => ask('https')).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
# Options follow the name of the image: docker run mapcoded --dialect hosted
ENTRYPOINT ["node", "packages/cli/dist/cli/main.js", "serve"]
