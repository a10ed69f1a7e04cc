/** The cases that need a browser, or a whole test of their own: the test's file, and its title or a part of it. */
export const elsewhere: Readonly<Record<string, readonly [file: string, title: string]>> = {
  'clock-ahead-reminders': ['tests/state/reminders.test.ts', 'R9.6 a clock that was %s ahead and was put right'],
  'fence-spoof': ['tests/runner/forged-frames.test.ts', 'R13.3 a frame has one beginning and one end'],
  'hidden-text-injection': ['tests/e2e/hidden-text.spec.ts', 'R13.3 text that a page hides does not reach the model'],
  'idb-upgrade-blocked': ['tests/e2e/storage-fault.spec.ts', 'R12.4 a start that an older tab holds up says'],
  'ime-escape-step-editor': [
    'tests/e2e/composition.spec.ts',
    'R15 a composition in the editor of a step stays its own',
  ],
  'ime-safari-enter-229': ['tests/e2e/composition.spec.ts', 'R15 the key that ends a composition neither sends'],
  'key-in-export-and-logs': ['tests/trials-browser/canary.spec.ts', 'R13.1 two keys that come in by every way'],
  'kimi-empty-reasoning': ['tests/llm/quirks-prompt.test.ts', 'thinking is enabled but reasoning_content is missing'],
  'mistral-foreign-call-ids': ['tests/llm/quirks-prompt.test.ts', 'R11.3 ids of other servers are replaced'],
  'mistral-user-after-tool': ['tests/llm/quirks-prompt.test.ts', 'P1 what is said right after a result'],
  'mobile-enter-newline': ['tests/e2e/return.phone.spec.ts', 'R15 on a touch keyboard Return breaks the line'],
  'ollama-4096-truncation': ['tests/runner/too-long.test.ts', 'R8.6 a server that cuts in silence is found out'],
  'pdf-japanese-cmaps': ['tests/e2e/strangers-files.spec.ts', 'R9.3 PDFs in Japanese and Korean are read'],
  'spa-fallback-html-for-js': [
    'tests/service-worker/app-files.test.ts',
    'R14.5 a page that a host answers in the place of',
  ],
};

/** The cases that no test shows yet. */
export const untried: readonly string[] = [
  ...['base-url-query', 'clock-ahead-continue', 'mcp-hundred-tools', 'mcp-session-200-error', 'stale-chunk-no-sw'],
];

/** The cases that still go wrong: once one is right, its test says so, and it goes from here. */
export const open: ReadonlySet<string> = new Set([
  ...['tool-name-in-pieces', 'copilot-two-choices', 'answer-quotes-closing-think', 'minimax-200-base-resp'],
  ...['kimi-section-tokens', 'harmony-text-leak', 'magistral-think-brackets', 'mcp-root-anyof'],
]);
