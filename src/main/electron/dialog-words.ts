interface FileDialogWords {
  readonly title: string
  readonly buttonLabel: string
}

interface DialogWords {
  readonly save: FileDialogWords
  readonly folder: FileDialogWords
  /** Name of a picture without a name. */
  readonly picture: string
  readonly notSaved: string
}

const english: DialogWords = {
  save: { title: 'Save file', buttonLabel: 'Save' },
  folder: { title: 'Choose a folder', buttonLabel: 'Choose' },
  picture: 'Picture',
  notSaved: 'The picture could not be saved',
}

const chinese: DialogWords = {
  save: { title: '保存文件', buttonLabel: '保存' },
  folder: { title: '选择文件夹', buttonLabel: '选择' },
  picture: '图片',
  notSaved: '图片没有保存',
}

/** Returns the texts of file dialogs in the app's language; Chromium's own are in the system's. */
export function dialogWords(language: string): DialogWords {
  return language.startsWith('zh') ? chinese : english
}
