# Builds everything from a clone, then keeps what serving needs. The binary of uWebSockets.js wants
# glibc, hence no Alpine.
FROM node:22-slim AS build
WORKDIR /app
COPY . .
RUN npm ci

FROM node:22-slim
WORKDIR /app
ENV NODE_ENV=production MAPCODED_HOST=0.0.0.0
COPY package.json package-lock.json LICENSE NOTICE ./
# The scripts of the package build it, which is done.
RUN npm ci --omit=dev --ignore-scripts && npm cache clean --force
COPY --from=build /app/dist ./dist
USER node
EXPOSE 8080
CMD ["node", "dist/cli/main.js", "serve"]
