/** The cases that need a browser, or a whole test of their own: the test's file, and its title or a part of it. */
export const elsewhere: Readonly<Record<string, readonly [file: string, title: string]>> = {
  'base-url-query': ['tests/unit/model/strangers-replies.test.ts', 'R11.3 a base address with a query'],
  'clock-ahead-continue': [
    'tests/unit/engine/backoff.test.ts',
    'R6.4 a plan that stalled while the clock was a day ahead',
  ],
  'clock-ahead-reminders': ['tests/unit/ui/reminders.test.ts', 'R9.6 a clock that was %s ahead and was put right'],
  'fence-spoof': ['tests/unit/engine/forged-frames.test.ts', 'R13.3 a frame has one beginning and one end'],
  'hidden-text-injection': ['tests/e2e/hidden-text.spec.ts', 'R13.3 text that a page hides does not reach the model'],
  'idb-upgrade-blocked': ['tests/e2e/storage-fault.spec.ts', 'R12.4 a start that an older tab holds up says'],
  'ime-escape-step-editor': [
    'tests/e2e/composition.spec.ts',
    'R15 a composition in the editor of a step stays its own',
  ],
  'ime-safari-enter-229': ['tests/e2e/composition.spec.ts', 'R15 the key that ends a composition neither sends'],
  'key-in-export-and-logs': ['tests/trials/browser/canary.spec.ts', 'R13.1 two keys that come in by every way'],
  'kimi-empty-reasoning': [
    'tests/unit/model/quirks-prompt.test.ts',
    'thinking is enabled but reasoning_content is missing',
  ],
  'mcp-hundred-tools': ['tests/e2e/mcp.spec.ts', 'R9.10 of a server with 101 tools the page says which are offered'],
  'mcp-session-200-error': ['tests/unit/tools/lost-sessions.test.ts', 'a server that forgot the session and says: %s'],
  'mistral-foreign-call-ids': ['tests/unit/model/quirks-prompt.test.ts', 'R11.3 ids of other servers are replaced'],
  'mistral-user-after-tool': ['tests/unit/model/quirks-prompt.test.ts', 'P1 what is said right after a result'],
  'mobile-enter-newline': ['tests/e2e/return.phone.spec.ts', 'R15 on a touch keyboard Return breaks the line'],
  'ollama-4096-truncation': ['tests/unit/engine/too-long.test.ts', 'R8.6 a server that cuts in silence is found out'],
  'pdf-japanese-cmaps': ['tests/e2e/strangers-files.spec.ts', 'R9.3 PDFs in Japanese and Korean are read'],
  'spa-fallback-html-for-js': [
    'tests/unit/browser/app-files.test.ts',
    'R14.5 a page that a host answers in the place of',
  ],
  'stale-chunk-no-sw': ['tests/e2e/new-release.spec.ts', 'R6.4 after a new release the part that asks models is gone'],
};
