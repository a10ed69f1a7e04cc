import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

/** Components only, which oxlint does not read: .oxlintrc.json has the rules of all else. Their types are svelte-check's. */
export default ts.config({
  files: ['src/**/*.svelte', 'src/**/*.svelte.ts'],
  extends: [ts.configs.strict, svelte.configs.recommended],
  languageOptions: { globals: globals.browser, parserOptions: { parser: ts.parser, svelteConfig } },
  rules: {
    '@typescript-eslint/consistent-type-imports': 'error',
    'svelte/no-at-html-tags': 'error',
    'prefer-const': 'off',
    'max-lines': ['error', { max: 400, skipBlankLines: false, skipComments: false }],
    'no-console': 'error',
  },
});
