# Builds everything from a clone, then keeps what serving needs. The binary of uWebSockets.js wants
# glibc, hence no Alpine. For several architectures: docker buildx build --platform linux/amd64,linux/arm64 .
FROM node:22-slim AS build
WORKDIR /app
COPY . .
RUN npm ci

FROM node:22-slim
WORKDIR /app
ENV NODE_ENV=production MAPCODED_HOST=0.0.0.0 MAPCODED_LOG_FORMAT=json
COPY package.json package-lock.json LICENSE NOTICE ./
COPY packages/cli/package.json packages/cli/
# The scripts of the repository build it, which is done.
RUN npm ci --omit=dev --ignore-scripts && npm cache clean --force
COPY --from=build /app/packages/cli/dist packages/cli/dist
# Nothing is written while it runs: docker run --read-only works.
USER node
EXPOSE 8080
HEALTHCHECK --interval=30s --timeout=5s --start-period=5s CMD ["node", "packages/cli/dist/cli/main.js", "status"]
STOPSIGNAL SIGTERM
CMD ["node", "packages/cli/dist/cli/main.js", "serve"]
