#!/bin/bash
# The health check of the image. It asks /readyz as curl would, which the image has not: that takes 3 ms, where another
# Node program takes 100. TLS and Unix sockets are left to Node.
if [[ -n ${MAPCODED_TLS_CERT-}${MAPCODED_SOCKET-} ]]; then
  exec node -e '
    const { MAPCODED_TLS_CERT: cert, MAPCODED_SOCKET: socketPath, PORT: port = 8080 } = process.env;
    const target = { path: "/readyz", timeout: 4000, rejectUnauthorized: false, ...(socketPath ? { socketPath } : { port }) };
    const exit = (code) => process.exit(code);
    require(cert ? "https" : "http").get(target, ({ statusCode }) => exit(statusCode === 200 ? 0 : 1))
      .on("timeout", () => exit(1)).on("error", () => exit(1));'
fi
host=${MAPCODED_HOST:-127.0.0.1}
port=${PORT:-8080}
if [[ -n ${MAPCODED_OPS_PORT-} ]]; then
  host=${MAPCODED_OPS_HOST:-$host}
  port=$MAPCODED_OPS_PORT
fi
# Addresses that a service can only listen on.
[[ $host == 0.0.0.0 ]] && host=127.0.0.1
[[ $host == :: ]] && host=::1
exec 3<>"/dev/tcp/$host/$port" || exit 1
printf 'GET /readyz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n' >&3
IFS= read -r -t 4 line <&3
[[ $line == "HTTP/1.1 200 "* ]] || { echo "/readyz says: $line"; exit 1; }
