import { generateKeyPairSync, sign } from 'node:crypto';

const piece = (tag: number, ...inside: Buffer[]): Buffer => {
  const content = Buffer.concat(inside);
  const { length } = content;
  const size = length < 128 ? [length] : length < 256 ? [0x81, length] : [0x82, length >> 8, length & 255];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
};
const sequence = (...inside: Buffer[]) => piece(0x30, ...inside);
const ecdsaWithSha256 = sequence(Buffer.from('06082a8648ce3d040302', 'hex'));
const name = sequence(
  piece(0x31, sequence(Buffer.from('0603550403', 'hex'), piece(0x0c, Buffer.from('the net of a test')))),
);
const years = sequence(piece(0x17, Buffer.from('200101000000Z')), piece(0x17, Buffer.from('491231235959Z')));
const pem = (label: string, der: Buffer) =>
  `-----BEGIN ${label}-----\n${der.toString('base64').replaceAll(/.{64}/g, '$&\n')}\n-----END ${label}-----\n`;

/** A certificate of our own, which browsers take in tests that tell them to take any. */
export function selfSigned(): { key: string; cert: string } {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const serial = piece(2, Buffer.from([1]));
  const version = piece(0xa0, piece(2, Buffer.from([2])));
  const spki = publicKey.export({ type: 'spki', format: 'der' });
  const body = sequence(version, serial, ecdsaWithSha256, name, years, name, spki);
  const signature = piece(3, Buffer.from([0]), sign('sha256', body, privateKey));
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: pem('CERTIFICATE', sequence(body, ecdsaWithSha256, signature)),
  };
}
