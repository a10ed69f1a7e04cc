/** `server-everything` of the MCP project over streamable HTTP, on the given port; says on stdout when it is ready. */
process.env.PORT = process.argv[2];
process.argv[2] = 'streamableHttp';
console.error = console.log;
await import('./node_modules/@modelcontextprotocol/server-everything/dist/index.js');
