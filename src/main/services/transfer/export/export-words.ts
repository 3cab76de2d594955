import type { ExportReport } from '../../../../shared/transfer.ts'

/** Texts for exported files. They are read without the app, so they are not among the page's locale files. */
export interface ExportWords {
  readonly you: string
  readonly instructions: string
  readonly thinking: string
  readonly picture: string
  readonly model: string
  readonly size: string
  readonly made: string
  readonly length: string
  readonly file: string
  readonly noFile: string
  readonly images: string
  readonly videos: string
  readonly prompts: string
  readonly assistants: string
  readonly memory: string
  readonly missingPicture: string
  readonly interrupted: string
  /** Returns the number of other versions of a message, in words. */
  readonly versions: (count: number) => string
  readonly missing: string
  readonly nothingMissing: string
  readonly unfinished: (count: number) => string
}

const en: ExportWords = {
  you: 'You',
  instructions: 'Instructions',
  thinking: 'Thinking',
  picture: 'Picture',
  model: 'Model',
  size: 'Size',
  made: 'Made',
  length: 'Length',
  file: 'File',
  noFile: 'There is no file.',
  images: 'Images',
  videos: 'Videos',
  prompts: 'Prompts',
  assistants: 'Assistants',
  memory: 'Memory',
  missingPicture: 'A file that belonged here is lost.',
  interrupted: 'This answer is not complete.',
  versions: (count) =>
    count === 1
      ? 'There is another version of this message in atelier.json.'
      : `There are ${count} other versions of this message in atelier.json.`,
  missing: 'These files were not there any more when the export was made:',
  nothingMissing: 'All files were there when the export was made.',
  unfinished: (count) =>
    count === 1
      ? 'One video was left out, as it was still being made.'
      : `${count} videos were left out, as they were still being made.`,
}

const zhCN: ExportWords = {
  you: '你',
  instructions: '系统提示',
  thinking: '思考过程',
  picture: '图片',
  model: '模型',
  size: '尺寸',
  made: '生成时间',
  length: '时长',
  file: '文件',
  noFile: '没有文件。',
  images: '图片',
  videos: '视频',
  prompts: '提示词',
  assistants: '助手',
  memory: '记忆',
  missingPicture: '这里原有的一个文件已丢失。',
  interrupted: '这条回答不完整。',
  versions: (count) => `这条消息还有 ${count} 个其他版本，见 atelier.json。`,
  missing: '导出时，以下文件已经不在了：',
  nothingMissing: '导出时，所有文件都在。',
  unfinished: (count) => `有 ${count} 个视频仍在生成，没有导出。`,
}

export function exportWords(language: 'en' | 'zh-CN'): ExportWords {
  return language === 'en' ? en : zhCN
}

/** Returns the explanation of the archive for its reader, in both languages. */
export function readMe(report: ExportReport, at: number): string {
  const { conversations, images, transcripts, videos, files } = report.counts
  const day = new Date(at).toISOString().slice(0, 10)
  return `# Atelier, ${day}

Conversations: ${conversations}, images: ${images}, transcripts: ${transcripts}, videos: ${videos}, files: ${files}. It can all be read without Atelier:

- \`chats/\`: every conversation as Markdown, by the month in which it began
- \`images/\`: the pictures, by month, with the prompts in \`index.md\`
- \`transcripts/\`: as Markdown and as subtitles (SRT), beside the recordings
- \`videos/\`: the videos, with the prompts in \`index.md\`
- \`prompts.md\`, \`assistants.md\`, \`memory.md\`: your prompts, assistants and facts, if you have any
- \`media/\`: pictures of conversations, and what else belongs to the above
- \`atelier.json\`: all of it, with every version of every message, for programs. Atelier takes the archive in again from it.
- \`report.txt\`: what could not be exported

There is no key in here.

---

这个压缩包里有 ${conversations} 个对话、${images} 张图片、${transcripts} 份转写和 ${videos} 个视频，共 ${files} 个文件。不用 Atelier 也能阅读：

- \`chats/\`：所有对话，Markdown 格式，按开始的月份存放
- \`images/\`：图片，按月份存放，提示词在 \`index.md\` 里
- \`transcripts/\`：转写文本（Markdown）和字幕（SRT），录音放在一起
- \`videos/\`：视频，提示词在 \`index.md\` 里
- \`prompts.md\`、\`assistants.md\`、\`memory.md\`：你的提示词、助手和记忆（如果有）
- \`media/\`：对话中的图片，以及其他相关文件
- \`atelier.json\`：全部内容，包括每条消息的所有版本，供程序读取；Atelier 由此重新导入
- \`report.txt\`：未能导出的内容

压缩包里没有任何密钥。
`
}
