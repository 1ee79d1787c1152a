/** The picture of the table of peers: two bars for each library, readable in light and dark. */

/** A row of the table. */
export interface Peer {
  readonly library: string;
  readonly makes: string;
  readonly encodeNs: number;
  readonly decodeNs: number;
}

const TOP = 56;
const ROW_HEIGHT = 40;
const TITLE = "Time to encode a point and to decode a code; shorter is faster";
const STYLE = `text{font:13px system-ui,sans-serif;fill:#1f2328}.title{font-size:15px;font-weight:600}
.encode{fill:#0969da}.decode{fill:#1a7f37}
@media (prefers-color-scheme:dark){text{fill:#e6edf3}.encode{fill:#4493f8}.decode{fill:#3fb950}}`;

export function pictureOf(peers: readonly Peer[], caption: string): string {
  const max = Math.max(...peers.flatMap(({ encodeNs, decodeNs }) => [encodeNs, decodeNs]));
  const bar = (kind: string, ns: number, y: number) => {
    const width = Math.max(1, Math.round((390 * ns) / max));
    return `<rect class="${kind}" x="250" y="${y}" width="${width}" height="13" rx="2"/><text x="${256 + width}" y="${y + 11}">${ns} ns</text>`;
  };
  const rows = peers.map(({ library, makes, encodeNs, decodeNs }, index) => {
    const y = TOP + index * ROW_HEIGHT;
    const names =
      `<text x="240" y="${y + 11}" text-anchor="end">${library}</text>` +
      `<text x="240" y="${y + 27}" text-anchor="end" opacity="0.7">${makes}</text>`;
    return names + bar("encode", encodeNs, y) + bar("decode", decodeNs, y + 15);
  });
  const height = TOP + peers.length * ROW_HEIGHT + 24;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 720 ${height}" role="img" aria-label="${TITLE}">
<style>${STYLE}</style>
<text class="title" x="10" y="20">${TITLE}</text>
<rect class="encode" x="10" y="32" width="12" height="12"/><text x="28" y="43">encode</text>
<rect class="decode" x="90" y="32" width="12" height="12"/><text x="108" y="43">decode</text>
${rows.join("\n")}
<text x="10" y="${height - 8}" opacity="0.7">${caption}</text>
</svg>
`;
}
