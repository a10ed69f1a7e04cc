import type { CallToolResult } from '@modelcontextprotocol/client';
import type { Json } from '../domain/json.ts';
import type { McpAnswer, McpContent } from '../ports/mcp.ts';

/** What a server answered to a call, in the app's own terms. */
export function mcpAnswer({ content, structuredContent, isError }: CallToolResult): McpAnswer {
  return {
    content: content.map(contentOf),
    ...(structuredContent !== undefined && { output: structuredContent as Json }),
    failed: isError === true,
  };
}

function contentOf(part: CallToolResult['content'][number]): McpContent {
  switch (part.type) {
    case 'text':
      return { kind: 'text', text: part.text };
    case 'image':
    case 'audio':
      return { kind: 'bytes', name: null, mime: part.mimeType, base64: part.data };
    case 'resource_link':
      return { kind: 'link', name: part.title ?? part.name, uri: part.uri };
    case 'resource': {
      const { resource } = part;
      if ('text' in resource) return { kind: 'text', text: resource.text };
      const name = resource.uri.split(/[/?#]/).findLast((each) => each !== '') ?? null;
      return { kind: 'bytes', name, mime: resource.mimeType ?? 'application/octet-stream', base64: resource.blob };
    }
  }
}
