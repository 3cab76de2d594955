import type { AppError } from '../../shared/errors.ts'
import type { Instance } from '../data-folder.ts'

interface Words {
  readonly title: string
  readonly text: string
}

/** Told before there is a window: the browser shell (or a second Electron) has the data open. */
export function openElsewhere(locale: string, first: Instance | null): Words {
  const process = first === null ? '' : ` (${first.pid})`
  return locale.toLowerCase().startsWith('zh')
    ? { title: 'Atelier 已在浏览器中打开', text: `另一个 Atelier 进程${process}正在使用这些数据。请先在那里关闭它。` }
    : {
        title: 'Atelier is already open in a browser',
        text: `Another Atelier process${process} is using this data. Close it there first.`,
      }
}

/** Told before there is a window: the data folder cannot be used, or the application does not start. */
export function dataRefused(locale: string, error: AppError | null, data: string): Words {
  const detail = error === null ? '' : `\n\n${error.code}: ${error.detail}`
  return locale.toLowerCase().startsWith('zh')
    ? { title: 'Atelier 无法启动', text: `无法使用数据文件夹：\n${data}${detail}` }
    : { title: 'Atelier could not start', text: `The data folder could not be used:\n${data}${detail}` }
}
