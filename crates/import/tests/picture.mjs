import { crc32, deflateSync } from "node:zlib";

/** Returns a PNG of 16 by 12 pixels of one colour. */
export const picture = (red, green, blue) => {
	const chunk = (type, data) => {
		const body = Buffer.concat([Buffer.from(type), data]);
		const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
		length.writeUInt32BE(data.length);
		sum.writeUInt32BE(crc32(body));
		return Buffer.concat([length, body, sum]);
	};
	const header = Buffer.from([0, 0, 0, 16, 0, 0, 0, 12, 8, 2, 0, 0, 0]);
	const row = Buffer.from([0, ...Array(16).fill([red, green, blue]).flat()]);
	const pixels = deflateSync(Buffer.concat(Array(12).fill(row)));
	const signature = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
	return Buffer.concat([signature, chunk("IHDR", header), chunk("IDAT", pixels), chunk("IEND", Buffer.alloc(0))]);
};
