/** What this browser lacks, and what follows. */
export const browser = {
  en: {
    'browser.lead': 'What this browser offers Cairn, and what follows where it does not.',
    'browser.all': 'This browser has everything that Cairn uses.',
    'browser.missing': 'What is missing here',
    'browser.keeping': 'How long things are kept',
    'browser.holds': 'What holds the network',
    'browser.secure':
      'This page came over plain http: encrypted keys and starting without a network need https, or this machine itself.',
    'browser.workers': 'No workers: nothing can leave this page, so only the demo and what is stored here can be used.',
    'browser.service_worker':
      'No service worker: Cairn needs a network to start, and its own code alone keeps requests to the sites you allowed.',
    'browser.locks':
      'No locks between tabs: use Cairn in one tab at a time; what a second one writes into the same session is refused.',
    'browser.durability':
      'No strict writing: if the machine itself fails, such as by a power cut, the last seconds may be lost; a closed or crashed tab loses nothing.',
    'browser.persistence':
      'No promise to keep data: the browser may clear it when space runs short, so back up what matters.',
    'browser.private_files':
      'No private files that pages can write: models that run on this device cannot be kept here; all else works.',
    'browser.folders': 'No access to folders: a folder cannot be kept up to date, but a backup as one file works.',
    'browser.models': 'No 64-bit memory for WebAssembly: models cannot run on this device, only on the net.',
    'browser.notifications': 'No notifications: reminders and what a plan needs are told in the page only.',
    'browser.install':
      'No install button, and other apps cannot share into Cairn: install it by the browser’s menu, where that has it.',
    'browser.private_window': 'In a private window everything is gone when its last window is closed.',
    'browser.week':
      'Safari and its relatives delete what a site has stored after seven days of use without a visit to it. Installed apps are exempt.',
    'browser.told_week':
      'This browser deletes what Cairn keeps if you do not come by for seven days. Install Cairn, or back up what matters.',
    'browser.told_private':
      'This seems to be a private window: what Cairn keeps is gone when it is closed. Back up what matters.',
    'browser.how_to_install': 'Install',
    'browser.back_up': 'Back up',
  },
  zh: {
    'browser.lead': '这个浏览器能为 Cairn 提供什么，缺少的会有什么影响。',
    'browser.all': 'Cairn 要用的，这个浏览器都有。',
    'browser.missing': '这里缺少的',
    'browser.keeping': '内容能保留多久',
    'browser.holds': '谁来约束网络访问',
    'browser.secure': '这个页面是通过普通 http 打开的：加密密钥和离线启动需要 https，或者就在本机上打开。',
    'browser.workers': '没有 Worker：这个页面无法访问网络，只能看演示和这里已有的内容。',
    'browser.service_worker': '没有 Service Worker：Cairn 启动时需要网络，而且只靠自己的代码把请求限制在你允许的网站。',
    'browser.locks': '标签页之间没有锁：请一次只用一个标签页；第二个标签页写入同一会话的内容会被拒绝。',
    'browser.durability':
      '没有严格写盘：如果机器本身出故障（比如断电），最后几秒可能丢失；标签页关闭或崩溃不会丢失任何内容。',
    'browser.persistence': '浏览器不承诺保留数据：空间不足时可能清除，请备份重要内容。',
    'browser.private_files': '没有页面可写的私有文件：在本机运行的模型无法保存在这里；其他功能正常。',
    'browser.folders': '不能访问文件夹：无法让一个文件夹保持最新，但可以备份成一个文件。',
    'browser.models': 'WebAssembly 没有 64 位内存：模型不能在本机运行，只能用网上的。',
    'browser.notifications': '没有通知：提醒和计划需要你的事只会显示在页面里。',
    'browser.install': '没有安装按钮，其他应用也不能分享到 Cairn：如果浏览器菜单里有安装，请从那里安装。',
    'browser.private_window': '在隐私窗口里，最后一个窗口关闭后，所有内容都会消失。',
    'browser.week':
      'Safari 及同类浏览器会在你使用浏览器七天而没有访问某个网站时，删除该网站存储的内容。已安装的应用不受影响。',
    'browser.told_week': '如果七天不来，这个浏览器会删除 Cairn 存储的内容。请安装 Cairn，或备份重要内容。',
    'browser.told_private': '这里似乎是隐私窗口：窗口关闭后，Cairn 存储的内容会消失。请备份重要内容。',
    'browser.how_to_install': '安装',
    'browser.back_up': '备份',
  },
} as const;
