/**
 * Returns the tools as a model sees them: as the TypeScript that OpenAI's models were trained on, by which they are
 * billed.
 */
export function renderTools(tools) {
  const types = tools.map(({ name, description, parameters }) => {
    const input = parameters?.properties && Object.keys(parameters.properties).length > 0 ? typeOf(parameters, 0) : '';
    return [...(description ? [`// ${description}`] : []), `type ${name} = (${input && `_: ${input}`}) => any;`].join(
      '\n',
    );
  });
  return `namespace functions {\n\n${types.join('\n\n')}\n\n} // namespace functions`;
}

function typeOf(schema, depth) {
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return options.map((option) => typeOf(option, depth)).join(' | ');
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.type === 'array') return `${schema.items ? typeOf(schema.items, depth) : 'any'}[]`;
  if (schema.type !== 'object') return schema.type === 'integer' ? 'number' : (schema.type ?? 'any');
  if (!schema.properties) return 'object';
  const required = new Set(schema.required ?? []);
  const indent = '  '.repeat(depth);
  const lines = Object.entries(schema.properties).flatMap(([name, field]) => [
    ...(field.description ? [`${indent}// ${field.description}`] : []),
    `${indent}${name}${required.has(name) ? '' : '?'}: ${typeOf(field, depth + 1)},`,
  ]);
  return `{\n${lines.join('\n')}\n${indent}}`;
}
