/** The page as an app of its own: installed, without a network, in a newer version, and heard of from outside. */
export const installed = {
  en: {
    'installed.title': 'As an app',
    'installed.install': 'Install Cairn',
    'installed.install_hint':
      'It gets a window and an icon of its own, opens plan.json files, and takes what other apps share.',
    'installed.is': 'Cairn is installed: it has a window of its own.',
    'installed.by_hand':
      'To install Cairn: on iPhone and iPad, Share, then “Add to Home Screen”; in Safari on a Mac, File, then “Add to Dock”; in Firefox on Android, the menu, then “Add app to Home screen”. In Chrome and Edge, the menu has it where the browser allows it.',
    'installed.kept': 'Cairn also starts without a network; only models on the net and web pages need one.',
    'installed.not_kept': 'Cairn is not yet kept for starting without a network.',
    'installed.offline': 'No network. Your work is all here; models on the net and web pages wait until it is back.',
    'installed.update': 'A new version of Cairn is ready.',
    'installed.update_hint': 'The page reloads and comes back as it is.',
    'installed.update_now': 'Update',
    'installed.shared_text': 'What was shared stands in the message field. Nothing has been sent.',
    'installed.shared_left': '{n} {n|file was|files were} not taken: at most 20 files of 20 MB together come at once.',
    'notify.enabled': 'Notify me when Cairn ends or needs me',
    'notify.hint':
      'While this page is out of sight: when a plan is done, has failed, or waits for an answer or a permission.',
    'notify.denied':
      'The browser does not allow notifications from this page. Allow them in its site settings, then turn this on.',
    'announce.step': 'Step {i} of {n}: {step}',
  },
  zh: {
    'installed.title': '作为应用',
    'installed.install': '安装 Cairn',
    'installed.install_hint': '它会有自己的窗口和图标，可以打开 plan.json 文件，也能接收其他应用分享的内容。',
    'installed.is': 'Cairn 已安装，有自己的窗口。',
    'installed.by_hand':
      '安装 Cairn：在 iPhone 和 iPad 上，点“分享”，再点“添加到主屏幕”；在 Mac 的 Safari 中，点“文件”，再点“添加到程序坞”；在 Android 的 Firefox 中，打开菜单，点“添加到主屏幕”。在 Chrome 和 Edge 中，如果浏览器允许，菜单里就有安装一项。',
    'installed.kept': '没有网络时 Cairn 也能启动；只有网上的模型和网页需要网络。',
    'installed.not_kept': 'Cairn 还没有存好，暂时不能在没有网络时启动。',
    'installed.offline': '没有网络。你的内容都在这里；网上的模型和网页要等网络恢复。',
    'installed.update': 'Cairn 的新版本已经就绪。',
    'installed.update_hint': '页面会重新加载，回来后一切照旧。',
    'installed.update_now': '更新',
    'installed.shared_text': '分享的内容已放进输入框，还没有发送。',
    'installed.shared_left': '有 {n} 个文件没有接收：一次最多 20 个文件，合计 20 MB。',
    'notify.enabled': '结束或需要我时通知我',
    'notify.hint': '在看不到这个页面时：计划完成、失败，或者等待回答或许可，都会通知你。',
    'notify.denied': '浏览器不允许这个页面发通知。请先在浏览器的网站设置里允许，再打开这一项。',
    'announce.step': '第 {i} 步，共 {n} 步：{step}',
  },
} as const;
