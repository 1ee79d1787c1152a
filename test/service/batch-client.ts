/** Rows and requests of batches. */

export const POINT = "52.376514,4.908543\n";
export const REPLY_ROW = "52.376514,4.908543\tNLD\t49.4V\tVHXGB.1J9J\n";

/** A batch in one chunk. @param size its length as it is written @param end what follows the last chunk */
export function chunkedBatch(host: string, size: string, end = ""): string {
  const headers = `Host: ${host}\r\nContent-Type: text/plain\r\nTransfer-Encoding: chunked\r\n`;
  return `POST /mapcode/batch/codes HTTP/1.1\r\n${headers}\r\n${size}\r\n1,2\n\r\n0\r\n${end}\r\n`;
}
