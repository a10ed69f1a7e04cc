import svelte from 'eslint-plugin-svelte';
import globals from 'globals';
import ts from 'typescript-eslint';
import svelteConfig from './svelte.config.js';

const impure = [
  { name: 'fetch', message: 'The network is an argument (house rule 4).' },
  { name: 'setTimeout', message: 'Time is an argument (house rule 4).' },
  { name: 'setInterval', message: 'Time is an argument (house rule 4).' },
  { name: 'navigator', message: 'Locks and storage are arguments (house rule 4).' },
  { name: 'localStorage', message: 'Storage is an argument (house rule 4).' },
  { name: 'crypto', message: 'Chance is an argument (house rule 4).' },
];
const impureMembers = [
  { object: 'Date', property: 'now', message: 'Time is an argument (house rule 4).' },
  { object: 'Math', property: 'random', message: 'Chance is an argument (house rule 4).' },
];

export default ts.config(
  {
    ignores: [
      'dist',
      'dist-extension',
      'bench/dist',
      'bench/node_modules',
      '.svelte-check',
      'node_modules',
      '.cache',
      'test-results',
      'playwright-report',
      'public',
    ],
  },
  ...ts.configs.strictTypeChecked,
  ...svelte.configs.recommended,
  {
    languageOptions: {
      globals: { ...globals.browser, ...globals.node },
      parserOptions: {
        project: './tsconfig.json',
        extraFileExtensions: ['.svelte'],
      },
    },
    rules: {
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: false }],
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/no-misused-promises': ['error', { checksVoidReturn: false }],
      'max-lines': ['error', { max: 250, skipBlankLines: false, skipComments: false }],
      'no-console': 'error',
    },
  },
  {
    files: ['**/*.svelte', '**/*.svelte.ts'],
    languageOptions: { parserOptions: { parser: ts.parser, svelteConfig } },
    rules: { 'svelte/no-at-html-tags': 'error' },
  },
  {
    files: ['src/domain/**', 'src/lifecycle/**', 'src/agent/**', 'src/runner/**'],
    rules: { 'no-restricted-globals': ['error', ...impure], 'no-restricted-properties': ['error', ...impureMembers] },
  },
  {
    files: ['tests/**', 'src/text/**'],
    rules: { 'max-lines': 'off', '@typescript-eslint/no-non-null-assertion': 'off' },
  },
  {
    /** Their types are svelte-check's; to have each component checked here as well would take a minute. */
    files: ['**/*.svelte'],
    extends: [ts.configs.disableTypeChecked],
    languageOptions: { parserOptions: { project: null } },
  },
  {
    files: ['scripts/**', 'bench/**', 'tests/peers/**', '*.js', '*.ts'],
    extends: [ts.configs.disableTypeChecked],
    rules: { 'no-console': 'off' },
  },
);
