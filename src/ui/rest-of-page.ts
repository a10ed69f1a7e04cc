/** Everything that the first paint did without, so that the page works on when the network is gone. */
export async function restOfPage(): Promise<void> {
  await Promise.all([
    import('./shell/Workspace.svelte'),
    import('../state/session-view.svelte.ts'),
    import('../state/composer.svelte.ts'),
    import('./kit/MarkdownTree.svelte'),
    import('./settings/SettingsDialog.svelte'),
    import('./settings/ConnectionReport.svelte'),
    import('../state/connection-report.ts'),
    import('./settings/UnlockDialog.svelte'),
    import('./templates/TemplatesDialog.svelte'),
    import('./plan/ImportDialog.svelte'),
    import('./plan/PastPlan.svelte'),
    import('./sessions/BinDialog.svelte'),
    import('./memory/MemoryDialog.svelte'),
    import('./shell/TroubleBanner.svelte'),
    import('./shell/MissedRuns.svelte'),
    import('./kit/Toasts.svelte'),
    import('./todo/TodoPane.svelte'),
    import('./schedule/SchedulePane.svelte'),
    import('./files/FilesPane.svelte'),
    import('./conversation/ChartCard.svelte'),
    import('../state/add-files.ts'),
    import('./history/HistoryPane.svelte'),
    import('../state/shipped-templates.ts').then(({ shippedTemplates }) =>
      shippedTemplates(document.documentElement.lang.startsWith('zh') ? 'zh' : 'en'),
    ),
  ]);
}
