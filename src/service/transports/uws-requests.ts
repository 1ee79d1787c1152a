/** Requests as uWebSockets.js gives them, and the addresses of the other ends of their connections. */

import type { HttpRequest, HttpResponse } from "uWebSockets.js";
import { SocketAddress } from "node:net";
import { memoize } from "../../internal.ts";
import { plainAddress } from "../trusted-proxies.ts";
import type { ReceivedRequest } from "./transport.ts";

/** Returns the text of an IPv4 address, whose bytes are a number. */
const ipv4Text = memoize((address: number) =>
  [address >>> 24, (address >>> 16) & 255, (address >>> 8) & 255, address & 255].join("."),
);

/** Returns the canonical text of an IPv6 address that has all its zeros. */
const ipv6Text = memoize((address: string) =>
  plainAddress(new SocketAddress({ address, family: "ipv6" }).address),
);

/**
 * Returns the address of the peer that has sent a request.
 * @param addressless the address of a peer that has none
 */
export function peerAddress(response: HttpResponse, addressless: string): string {
  // Bytes are read in half the time of the binary's text.
  const bytes = new DataView(response.getRemoteAddress());
  if (bytes.byteLength === 4) return ipv4Text(bytes.getUint32(0));
  if (bytes.byteLength === 0) return addressless;
  return ipv6Text(Buffer.from(response.getRemoteAddressAsText()).toString("latin1"));
}

/**
 * The request that is answered now. All requests of a listener reuse one object, one after the other, because objects and
 * closures for each request would be garbage.
 */
export class UwsRequest implements ReceivedRequest {
  /** The binary speaks no other version. */
  readonly protocol = "HTTP/1.1";
  method = "";
  path = "";
  query = "";
  replyId = "";
  readonly #addressless: string;
  readonly #needsAllValues: boolean;
  #message: HttpRequest | undefined;
  #response: HttpResponse | undefined;
  /** Names and values of all headers, if they were read: as many as `#headerCount`, which is 0 before. */
  readonly #names: string[] = [];
  readonly #values: string[] = [];
  #headerCount = 0;

  /** @param addressless the address of a peer that has none */
  constructor(addressless: string, needsAllValues: boolean) {
    this.#addressless = addressless;
    this.#needsAllValues = needsAllValues;
  }

  /**
   * Begins with the next request. The message is valid during the call of its handler only.
   * @returns what is wrong with it, if the parser of Node would not let it pass
   */
  begin(response: HttpResponse, message: HttpRequest): string | undefined {
    // The binary finds routes by methods in any case, which HTTP tells apart.
    const method = message.getCaseSensitiveMethod();
    this.method = method;
    this.path = message.getUrl();
    this.query = message.getQuery() ?? "";
    this.#message = message;
    this.#response = response;
    this.replyId = "";
    this.#headerCount = 0;
    const isPost = method === "POST";
    // All headers at once take as long as the seven that are read of a logged request.
    if (isPost || this.#needsAllValues) message.forEach(this.#keepHeader);
    if (method !== "GET" && method !== method.toUpperCase()) return "method in lower case";
    // The binary takes the body of such a request for the next one.
    const isEmpty = isPost && this.#indexOf("content-length", 0) >= 0;
    return isEmpty && this.allValues("content-length") === "" ? "empty Content-Length" : undefined;
  }

  /** Returns both values of a header that a POST has twice, so that they can be checked. */
  header(name: string): string {
    if (this.#headerCount === 0) return this.#message?.getHeader(name) ?? "";
    if (this.method === "POST") return this.allValues(name);
    const index = this.#indexOf(name, 0);
    return index < 0 ? "" : this.#values[index];
  }

  /** Reads all headers, as the binary has no function for all lines of one; `header` need not ask it afterwards. */
  allValues(name: string): string {
    if (this.#headerCount === 0) this.#message?.forEach(this.#keepHeader);
    let index = this.#indexOf(name, 0);
    if (index < 0) return "";
    let values = this.#values[index];
    for (;;) {
      index = this.#indexOf(name, index + 1);
      if (index < 0) return values;
      values += `, ${this.#values[index]}`;
    }
  }

  /**
   * Whether the request says that it has a body. The binary takes the body of a request with two lengths, or with an
   * unknown coding, for the next request. The connection of any request with an unneeded body is therefore closed. Some
   * clients send a single length of 0 with each GET, which leaves no doubt.
   */
  hasBody(): boolean {
    if (this.header("transfer-encoding") !== "") return true;
    return this.header("content-length") !== "" && this.allValues("content-length") !== "0";
  }

  peerAddress(): string {
    return peerAddress(this.#response as HttpResponse, this.#addressless);
  }

  readonly #keepHeader = (name: string, value: string): void => {
    this.#names[this.#headerCount] = name;
    this.#values[this.#headerCount] = value;
    this.#headerCount++;
  };

  /** @returns -1 if there is no such header at an index from `from` on */
  #indexOf(name: string, from: number): number {
    for (let index = from; index < this.#headerCount; index++) {
      if (this.#names[index] === name) return index;
    }
    return -1;
  }
}
