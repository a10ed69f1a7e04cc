type Expected = 'value' | 'item or ]' | 'key or }' | 'key' | 'colon' | 'comma or end';

const literal = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;
const escape = /["\\/bfnrt]|u[0-9a-fA-F]{4}/y;

/** Where a text first departs from JSON; the text's length when it ends too early. Engines do not say it reliably. */
export function jsonFault(text: string): number {
  const closers: string[] = [];
  let expected: Expected = 'value';
  for (let at = afterSpace(text, 0); at < text.length; at = afterSpace(text, at)) {
    const char = text.charAt(at);
    const closer = closers.at(-1);
    if (char === closer && (expected === 'comma or end' || expected.endsWith(char))) {
      closers.pop();
      expected = 'comma or end';
      at += 1;
    } else if (expected === 'comma or end') {
      if (char !== ',' || closer === undefined) return at;
      expected = closer === '}' ? 'key' : 'value';
      at += 1;
    } else if (expected === 'colon') {
      if (char !== ':') return at;
      expected = 'value';
      at += 1;
    } else if (expected === 'key' || expected === 'key or }') {
      const string = stringAt(text, at);
      if (string.fault !== null) return string.fault;
      expected = 'colon';
      at = string.end;
    } else if (char === '{' || char === '[') {
      closers.push(char === '{' ? '}' : ']');
      expected = char === '{' ? 'key or }' : 'item or ]';
      at += 1;
    } else {
      const token = char === '"' ? stringAt(text, at) : literalAt(text, at);
      if (token.fault !== null) return token.fault;
      expected = 'comma or end';
      at = token.end;
    }
  }
  return text.length;
}

type Token = { fault: null; end: number } | { fault: number };

function stringAt(text: string, from: number): Token {
  if (text.charAt(from) !== '"') return { fault: from };
  for (let at = from + 1; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === 34) return { fault: null, end: at + 1 };
    if (char < 32) return { fault: at };
    if (char === 92) {
      escape.lastIndex = at + 1;
      if (!escape.test(text)) return { fault: Math.min(at, text.length) };
      at = escape.lastIndex - 1;
    }
  }
  return { fault: text.length };
}

function literalAt(text: string, at: number): Token {
  literal.lastIndex = at;
  return literal.test(text) ? { fault: null, end: literal.lastIndex } : { fault: at };
}

function afterSpace(text: string, from: number): number {
  let at = from;
  while (at < text.length && ' \t\r\n'.includes(text.charAt(at))) at += 1;
  return at;
}
