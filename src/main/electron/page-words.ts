import type { MessageBoxOptions } from 'electron'

/** The page's problem: unresponsive, process gone, or not loaded. */
export type PageTrouble = 'unresponsive' | 'gone' | 'unloaded'

interface Words {
  readonly message: string
  readonly detail: string
  readonly buttons: readonly string[]
}

const english: Readonly<Record<PageTrouble, Words>> = {
  unresponsive: {
    message: 'Atelier is not responding',
    detail: 'You can wait, or reload the window. Your conversations and files are kept.',
    buttons: ['Wait', 'Reload'],
  },
  gone: {
    message: 'The window stopped working',
    detail: 'It was reloaded and stopped again. Your conversations and files are kept.',
    buttons: ['Reload', 'Quit'],
  },
  unloaded: {
    message: 'The window could not be loaded',
    detail: 'Your conversations and files are kept. If reloading does not help, install Atelier again.',
    buttons: ['Reload', 'Quit'],
  },
}

const chinese: Readonly<Record<PageTrouble, Words>> = {
  unresponsive: {
    message: 'Atelier 没有响应',
    detail: '可以继续等待，或重新载入窗口。对话和文件都会保留。',
    buttons: ['等待', '重新载入'],
  },
  gone: {
    message: '窗口停止工作',
    detail: '重新载入后又停止了。对话和文件都会保留。',
    buttons: ['重新载入', '退出'],
  },
  unloaded: {
    message: '窗口无法载入',
    detail: '对话和文件都会保留。如果重新载入没有用，请重新安装 Atelier。',
    buttons: ['重新载入', '退出'],
  },
}

/** Returns the message box about a failing page. The first button is the default and the result of closing the box. */
export function pageQuestion(language: string, trouble: PageTrouble): MessageBoxOptions {
  const { message, detail, buttons } = (language.startsWith('zh') ? chinese : english)[trouble]
  return {
    type: 'warning',
    title: 'Atelier',
    message,
    detail,
    buttons: [...buttons],
    defaultId: 0,
    cancelId: 0,
    noLink: true,
  }
}
