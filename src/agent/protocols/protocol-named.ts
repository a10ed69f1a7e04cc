import type { ProtocolName } from '../../domain/model/protocol-name.ts';
import { jsonProtocol } from './json-protocol.ts';
import { markersProtocol } from './markers-protocol.ts';
import type { Protocol } from './protocol.ts';
import { toolsProtocol } from './tools-protocol.ts';

const protocols: Record<ProtocolName, Protocol> = {
  tools: toolsProtocol,
  json: jsonProtocol,
  markers: markersProtocol,
};

export function protocolNamed(name: ProtocolName): Protocol {
  return protocols[name];
}
