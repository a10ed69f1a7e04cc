import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { csvRows } from '../../../src/records/tables.ts';
import { csvText } from '../../../src/tools/files/new-file-text.ts';
import { filesTool } from '../../../src/tools/files/files.ts';
import { LocalSession } from './local-session.ts';

/** What the file holds after these contents were written, the first anew, the others at its end. */
async function heldAfter(name: string, ...contents: unknown[]): Promise<string | undefined> {
  const session = new LocalSession([filesTool]);
  for (const [at, content] of contents.entries()) {
    const result = await session.call('files', { action: at === 0 ? 'write' : 'append', name, content });
    expect(result).toMatchObject({ ok: true });
  }
  return [...session.storage.tables.files.values()][0]?.content;
}

async function refused(name: string, before: string, content: unknown): Promise<string> {
  const session = new LocalSession([filesTool]);
  await session.call('files', { action: 'write', name, content: before });
  const result = await session.call('files', { action: 'append', name, content });
  expect(result.failure?.code).toBe('conflict');
  expect([...session.storage.tables.files.values()][0]?.content).toBe(before);
  return result.text;
}

test('R9.7 what is added to a JSON list leaves its large numbers as they are', async () => {
  const held = await heldAfter('ids.json', '[{"id":12345678901234567890}]', '{"id":98765432109876543210}');
  expect(held?.replace(/\s/g, '')).toBe('[{"id":12345678901234567890},{"id":98765432109876543210}]');
});

const rows = [
  { year: 2023, note: 'a, "b"', more: null },
  { year: 2024, tags: ['x'] },
];

describe('content given as a value', () => {
  test('R6.1 is indented JSON in a file that is not for rows', async () => {
    expect(await heldAfter('a.json', { b: [1, 2] })).toBe('{\n  "b": [\n    1,\n    2\n  ]\n}\n');
    expect(await heldAfter('a.md', { b: 1 })).toBe('{\n  "b": 1\n}\n');
    expect(await heldAfter('a.txt', 42)).toBe('42\n');
  });

  test('R6.1 is CSV where the name ends so: rows of objects with a heading, rows of cells as they are', async () => {
    expect(await heldAfter('a.csv', rows)).toBe('year,note,more,tags\n2023,"a, ""b""",,\n2024,,,"[""x""]"\n');
    expect(
      await heldAfter('a.CSV', [
        ['a', 'b'],
        [1, true],
      ]),
    ).toBe('a,b\n1,true\n');
    expect(await heldAfter('a.csv', { a: 1, b: 2 })).toBe('a,b\n1,2\n');
    expect(await heldAfter('a.csv', ['x', 'y'])).toBe('x\ny\n');
  });

  test('R6.1 is a line for each item in JSON Lines', async () => {
    expect(await heldAfter('a.jsonl', [{ a: 1 }, { a: 2 }], { a: 3 })).toBe('{"a":1}\n{"a":2}\n{"a":3}\n');
  });

  test('R9.7 a text that looks like JSON stays as it was written', async () => {
    expect(await heldAfter('a.json', '{"b":1}')).toBe('{"b":1}');
    expect(await heldAfter('a.csv', '[1]')).toBe('[1]');
  });

  test('R9.7 what is written as CSV is read as the same cells', () => {
    const cell = fc.string().filter((text) => !text.includes('\r'));
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1 });
    fc.assert(
      fc.property(table, (cells) => {
        const header = ['first', 'second'];
        const shown = cells.filter((row) => row.some((text) => text.trim() !== ''));
        expect(csvRows(csvText([header, ...shown]))).toEqual([header, ...shown]);
      }),
    );
  });
});

describe('adding values to a file', () => {
  test('R9.7 rows go under the columns that the file has, by its own separator and without a second heading', async () => {
    expect(await heldAfter('a.csv', 'year;note\n2023;x', [{ note: 'y', year: 2024 }, [2025, 'z;']])).toBe(
      'year;note\n2023;x\n2024;y\n2025;"z;"\n',
    );
    expect(await refused('a.csv', 'year,note\n', [{ year: 2024, price: 3 }])).toBe(
      'Nothing was added: “a.csv” has the columns year, note, but not price.',
    );
  });

  test('R9.7 a JSON list gets further items, whether they come as a value or as text', async () => {
    expect(JSON.parse((await heldAfter('a.json', [1], [2, 3], { b: 4 }, '{"c":5}')) ?? '')).toEqual([
      1,
      2,
      3,
      { b: 4 },
      { c: 5 },
    ]);
    expect(await refused('a.json', '[1]', 'two')).toBe(
      'Nothing was added: “a.json” holds a JSON list: what is added to it must be JSON, too.',
    );
    expect(await refused('a.json', '{"b":1}', { c: 2 })).toBe(
      'Nothing was added: “a.json” holds JSON that is no list, so nothing can be added at its end: write it anew.',
    );
  });

  test('R9.7 JSON that is still being written in parts is text', async () => {
    expect(await heldAfter('a.json', '{"a": [', '1]}')).toBe('{"a": [\n1]}');
  });

  test('R9.7 an empty file is as good as none', async () => {
    expect(await heldAfter('a.csv', '', [{ a: 1 }])).toBe('a\n1\n');
  });
});

describe('R9.7 a fence around a whole text', () => {
  const outline = '# Outline\n\n1. Arrival\n\n## Later\n\nIt rains.\n';
  test.each<[string, string]>([
    ['o.md', `Sure! Here is the outline:\n\n\`\`\`markdown\n${outline}\`\`\`\n\nLet me know if you want changes!`],
    ['o.md', `\`\`\`md\n${outline}\`\`\``],
    ['o.docx', `\`\`\`markdown\r\n${outline.replaceAll('\n', '\r\n')}\`\`\`\r\n`],
    ['o.txt', `~~~\n${outline}~~~`],
    ['o.md', `\`\`\`\n${outline}\`\`\`\n`],
    ['o.md', `好的，以下是提纲：\n\`\`\`markdown\n${outline}\`\`\``],
  ])('is left out of %s, with the words about it: %j', async (name, content) => {
    expect(await heldAfter(name, content)).toBe(outline);
  });

  test.each<[string, string]>([
    ['a.md', 'Install:\n```text\nnpm install\n```'],
    ['a.md', '```\n/\\_/\\\n```'],
    ['a.md', '```js\nconst a = 1;\n```'],
    ['a.md', '```markdown\n# One\n```\nor\n```markdown\n# Two\n```'],
    ['a.md', '# Example\n\nHere is how:\n```markdown\n# One\n```'],
    ['a.md', 'To make a heading:\n```markdown\n# One\n```'],
    ['a.py', '```\nprint(1)\n```'],
    ['a.md', 'This is how a table is written:\n\n```markdown\n| a | b |\n| --- | --- |\n```'],
    ['a.md', '以下是表格的写法：\n```markdown\n| a | b |\n```'],
    ['a.md', 'Here is the script:\n```\n# Install first\nnpm i\n```'],
    ['a.md', '```\n# install\nnpm i\n# build\nnpm run build\n```'],
    ['a.txt', 'Here is the command for the server:\n```\nnpm run build\n```'],
    ['a.md', 'Sure! Here it is:\n\n# One\n\n```markdown\n# Two\n```'],
  ])('stays in %s where it is a part of the text: %j', async (name, content) => {
    expect(await heldAfter(name, content)).toBe(content);
  });

  test('holds fences of its own', async () => {
    const inside = '# Use\n\n```js\nrun();\n```\n\nThat is all.\n';
    expect(await heldAfter('a.md', `\`\`\`markdown\n${inside}\`\`\``)).toBe(inside);
  });

  test('is left out with the words about it if a paragraph is inside', async () => {
    const inside = `${'It rained for a long time. '.repeat(9).trim()}\n`;
    expect(await heldAfter('a.md', `Here is the text:\n\`\`\`markdown\n${inside}\`\`\``)).toBe(inside);
  });

  test('stays in what is added', async () => {
    expect(await heldAfter('a.md', '# A\n', '```markdown\n## B\n```')).toMatch(/^# A\n+```markdown\n## B\n```$/);
    expect(await heldAfter('a.md', '# A\n', '```\n# b\n```')).toMatch(/^# A\n+```\n# b\n```$/);
  });
});

describe('R9.7 a line that stands for what it leaves out', () => {
  const before = 'A sentence of the story.\n'.repeat(40);
  const resultOf = async (name: string, line: string) => {
    const session = new LocalSession([filesTool]);
    await session.call('files', { action: 'write', name, content: before });
    return session.call('files', { action: 'write', name, content: `New.\n${line}\n` });
  };
  test.each([
    '[… the rest of the chapter remains unchanged …]',
    '// rest of the code unchanged',
    '# ... existing code ...',
    '<!-- remaining sections stay the same -->',
    '(rest unchanged)',
    '（其余不变）',
    '……（其余部分保持不变）',
    '/* ... rest of the file is unchanged ... */',
  ])('is refused in a shorter text: %s', async (line) => {
    expect(await resultOf('a.md', line)).toMatchObject({ ok: false, failure: { code: 'conflict' } });
  });

  test.each([
    'The rest of the day was the same.',
    'The rest is unchanged.',
    '[The rest of the story follows next week]',
    '// the rest of the items are summed below',
    '其余不变的是他的沉默',
    '其他内容不变。',
    '以下不变',
    '(unchanged)',
  ])('is none in honest words: %s', async (line) => {
    expect(await resultOf('a.md', line)).toMatchObject({ ok: true });
  });
});
