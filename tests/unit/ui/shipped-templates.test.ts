import { readFile } from 'node:fs/promises';
import { readdirSync, readFileSync } from 'node:fs';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, test, vi } from 'vitest';
import { planErrors } from '../../../src/plan/plan.ts';
import { referencedStepIds } from '../../../src/plan/references.ts';
import { fillTemplate, placeholders } from '../../../src/plan/template.ts';
import { readPlanFile, TemplateFile } from '../../../src/formats/plan-file/read-plan-file.ts';
import { shippedTemplates } from '../../../src/ui/templates/shipped-templates.ts';
import { allTools } from '../../../src/tools/all-tools.ts';
import { toolbox } from '../../../src/tools/registry.ts';
import { toolPorts } from '../../fakes/tool-ports.ts';

const folder = new URL('../../../public/', import.meta.url);
const schema = JSON.parse(readFileSync(new URL('plan.schema.json', folder), 'utf8')) as object;
const validate = new Ajv2020({ validateFormats: false }).compile(schema);
const read = async (path: string) => new Response(await readFile(new URL(path, folder), 'utf8'));
const tools = toolbox(allTools(toolPorts()))
  .offered()
  .map((tool) => tool.name);
const files = readdirSync(new URL('templates/', folder)).flatMap((name) => [`${name}:en`, `${name}:zh`]);
const [en, zh] = await Promise.all([shippedTemplates('en', read), shippedTemplates('zh', read)]);

describe('R2.9 the templates that ship with the app', () => {
  test('there are 24 for eight occasions, each in both languages, and no file is left over', () => {
    expect(en.length).toBeGreaterThanOrEqual(24);
    expect(new Set(en.map(({ occasion }) => occasion)).size).toBe(8);
    expect(zh.map(({ id }) => id)).toEqual(en.map(({ id }) => id));
    expect(files.sort()).toEqual(en.flatMap(({ id }) => [`${id}.json:en`, `${id}.json:zh`]).sort());
  });

  test.each(files)('%s is an ordinary plan.json that needs no repair and uses only tools that exist', (name) => {
    const [file = '', language] = name.split(':');
    const both = TemplateFile.parse(JSON.parse(readFileSync(new URL(`templates/${file}`, folder), 'utf8')));
    const text = JSON.stringify(both[language === 'zh' ? 'zh' : 'en'].plan);
    expect(validate(JSON.parse(text)), JSON.stringify(validate.errors)).toBe(true);
    const reading = readPlanFile(text, { planId: 'p', at: '' });
    if (!reading.ok) throw new Error(JSON.stringify(reading.error));
    expect([reading.shape, reading.repairs]).toEqual(['plan', []]);
    const { plan } = reading;
    expect(planErrors(plan)).toEqual([]);
    expect(plan.steps.length).toBeGreaterThanOrEqual(3);
    expect(
      plan.steps.flatMap((step) => (step.tool ? [step.tool] : [])).filter((tool) => !tools.includes(tool)),
    ).toEqual([]);
    expect(plan.steps.flatMap((step) => referencedStepIds(step.parameters))).toEqual([]);
    const names = placeholders(plan);
    expect(names.length).toBeGreaterThan(0);
    const { examples } = both[language === 'zh' ? 'zh' : 'en'];
    expect(Object.keys(examples).filter((each) => !names.includes(each))).toEqual([]);
    expect(names.filter((each) => !(each in examples) && !/date$|日期$/.test(each))).toEqual([]);
    const filled = fillTemplate(plan, Object.fromEntries(names.map((each) => [each, 'x'])));
    expect(JSON.stringify(filled)).not.toMatch(/\{\{|\}\}/);
  });

  test('both languages ask for the same number of things, and have the same steps', () => {
    const shape = (list: typeof en) =>
      list.map(({ plan }) => [placeholders(plan).length, plan.steps.map((step) => [step.tool, step.dependencies])]);
    expect(shape(zh)).toEqual(shape(en));
  });

  test('they are read once; a folder that cannot be reached is told, and asked again the next time', async () => {
    vi.resetModules();
    const { shippedTemplates: anew } = await import('../../../src/ui/templates/shipped-templates.ts');
    await expect(anew('en', async () => new Response('', { status: 404 }))).rejects.toThrow('missing');
    expect((await anew('en', read)).map(({ id }) => id)).toEqual(en.map(({ id }) => id));
    await expect(anew('en', () => Promise.reject(new Error('read twice')))).resolves.toHaveLength(en.length);
  });
});
