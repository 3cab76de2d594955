import type { AppError } from '../../../shared/errors.ts'

/**
 * Words for a data folder that is missing or locked, before there is a page, in English or Chinese. Null for other
 * errors.
 */
export function folderWords(locale: string, error: AppError): string | null {
  const chinese = locale.toLowerCase().startsWith('zh')
  const place = error.detail
  if (error.code === 'data_folder_missing')
    return chinese
      ? `数据已移到以下文件夹，但现在找不到：\n${place}\n如果它在移动硬盘或网络驱动器上，请先连接，再启动 Atelier。Atelier 没有新建空白数据，也没有改动任何内容。`
      : `The data were moved to this folder, and it is not there now:\n${place}\nIf it is on a drive or a network, connect that and start Atelier again. Nothing was begun anew and nothing was changed.`
  if (error.code === 'location_unreadable')
    return chinese
      ? `无法读取记录数据位置的文件：\n${place}\n请从备份中恢复这个文件，或用 --data 加文件夹路径启动 Atelier。如果数据从未移动过，可以删除它。没有改动任何内容。`
      : `The file that says where the data are cannot be read:\n${place}\nBring it back from a backup, or start Atelier with --data and the folder. If the data were never moved, it can be deleted. Nothing was changed.`
  if (error.code === 'folder_not_lockable')
    return chinese
      ? `无法锁定数据文件夹，两个 Atelier 可能会同时写入：\n${place}\n有些网络驱动器不支持文件锁。请把文件夹移到本机磁盘，再用 --data 加文件夹路径启动 Atelier。没有改动任何内容。`
      : `The data folder cannot be locked, so two copies of Atelier could write to it at once:\n${place}\nSome network drives have no file locks. Move the folder to a disk of this computer and start Atelier with --data and its path. Nothing was changed.`
  return null
}

/** Text shown before the first start in a folder with other files, in English or Chinese. */
export function sharedFolderWords(
  locale: string,
  folder: string,
): { readonly message: string; readonly detail: string } {
  return locale.toLowerCase().startsWith('zh')
    ? {
        message: '这个文件夹里已有其他文件。',
        detail: `Atelier 会把自己的文件也放在这里，不会改动原有的文件：\n${folder}`,
      }
    : {
        message: 'This folder already holds other files.',
        detail: `Atelier adds its own files and leaves those alone:\n${folder}`,
      }
}
