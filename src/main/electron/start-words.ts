import type { AppError } from '../../shared/errors.ts'
import type { Instance } from '../data-folder.ts'
import { isUneventful, type Leaving } from '../services/app/work-under-way.ts'
import { folderWords } from '../services/relocation/folder-words.ts'

interface Words {
  readonly title: string
  readonly text: string
}

/** Returns the dialog before the first window: another Atelier, in a browser or a window, has the data open. */
export function openElsewhere(locale: string, first: Instance | null): Words {
  const process = first === null ? '' : ` (${first.pid})`
  const inBrowser = first?.shell !== 'electron'
  if (locale.toLowerCase().startsWith('zh'))
    return {
      title: inBrowser ? 'Atelier 已在浏览器中打开' : 'Atelier 已经打开',
      text: `另一个 Atelier 进程${process}正在使用这些数据。请先在那里关闭它。`,
    }
  return {
    title: inBrowser ? 'Atelier is already open in a browser' : 'Atelier is already open',
    text: `Another Atelier process${process} is using this data. Close it there first.`,
  }
}

/** Returns the dialog before quitting while jobs run; null if none runs. */
export function leavingQuestion(
  locale: string,
  leaving: Leaving,
): { readonly message: string; readonly detail: string; readonly buttons: string[] } | null {
  if (isUneventful(leaving)) return null
  const chinese = locale.toLowerCase().startsWith('zh')
  const lines = chinese ? leavingInChinese(leaving) : leavingInEnglish(leaving)
  return chinese
    ? { message: '要退出 Atelier 吗？', detail: lines.join('\n'), buttons: ['退出', '留下'] }
    : { message: 'Quit Atelier?', detail: lines.join('\n'), buttons: ['Quit', 'Stay'] }
}

function leavingInEnglish({ interrupted, cancelled, goingOn, unkept }: Leaving): readonly string[] {
  const items = interrupted === 1 ? 'One item is' : `${interrupted} items are`
  const videos =
    goingOn === 1 ? 'One video goes on at the gateway and is' : `${goingOn} videos go on at the gateway and are`
  return [
    ...(goingOn > 0 ? [`${videos} picked up at the next start.`] : []),
    ...(interrupted > 0 ? [`${items} on the way and will be interrupted. What has arrived is kept.`] : []),
    ...(cancelled > 0
      ? [
          'An import, an export, a backup or a film being saved is under way and will be cancelled. Nothing you already have changes.',
        ]
      : []),
    ...(unkept > 0 ? [`${unkept === 1 ? 'One temporary chat' : `${unkept} temporary chats`} will be gone.`] : []),
  ]
}

function leavingInChinese({ interrupted, cancelled, goingOn, unkept }: Leaving): readonly string[] {
  return [
    ...(goingOn > 0 ? [`${goingOn} 个视频会在网关继续生成，下次启动时自动接着取回。`] : []),
    ...(interrupted > 0 ? [`${interrupted} 项任务正在进行，退出会中断；已收到的内容都会保留。`] : []),
    ...(cancelled > 0 ? ['有导入、导出、备份或影片保存正在进行，退出会取消；已有的内容不受影响。'] : []),
    ...(unkept > 0 ? [`${unkept} 个临时对话会消失，不会保存。`] : []),
  ]
}

/** Returns the dialog before the first window: the data folder cannot be used, or the application does not start. */
export function dataRefused(locale: string, error: AppError | null, data: string): Words {
  const lost = error === null ? null : folderWords(locale, error)
  const title = locale.toLowerCase().startsWith('zh') ? 'Atelier 无法启动' : 'Atelier could not start'
  if (lost !== null) return { title, text: lost }
  const detail = error === null ? '' : `\n\n${error.code}: ${error.detail}`
  return locale.toLowerCase().startsWith('zh')
    ? { title, text: `无法使用数据文件夹：\n${data}${detail}` }
    : { title, text: `The data folder could not be used:\n${data}${detail}` }
}
