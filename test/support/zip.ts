import { crc32 } from "node:zlib";

/** Makes a zip archive, without compression. */
export function zipOf(files: Readonly<Record<string, string>>): Buffer {
  const [local, central]: [Buffer[], Buffer[]] = [[], []];
  let offset = 0;
  for (const [name, text] of Object.entries(files)) {
    const [path, content] = [Buffer.from(name), Buffer.from(text)];
    // Version, flags, method, time, date; checksum, sizes, length of the name, no extra field.
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt32LE(crc32(content), 10);
    common.writeUInt32LE(content.length, 14);
    common.writeUInt32LE(content.length, 18);
    common.writeUInt16LE(path.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    const entry = [Buffer.from("PK\x03\x04"), common, path, content];
    local.push(...entry);
    central.push(Buffer.from("PK\x01\x02\x14\0"), common, place, path);
    offset += Buffer.concat(entry).length;
  }
  const [entries, directory] = [Buffer.concat(local), Buffer.concat(central)];
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06");
  end.writeUInt16LE(central.length / 4, 8);
  end.writeUInt16LE(central.length / 4, 10);
  end.writeUInt32LE(directory.length, 12);
  end.writeUInt32LE(entries.length, 16);
  return Buffer.concat([entries, directory, end]);
}
