import { expect, test } from 'vitest';
import { placeholdersAsLabels } from '../../../src/ui/templates/template-field.ts';

test('R2.9 a template is described with the labels of its fields, never with placeholders', () => {
  expect(placeholdersAsLabels('A trip to {{city}} from {{first_date}} to {{ 日期 }}, {not this}')).toBe(
    'A trip to ‹City› from ‹First date› to ‹日期›, {not this}',
  );
});
