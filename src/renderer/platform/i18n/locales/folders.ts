import en from './en-folders.json' with { type: 'json' }
import zhCN from './zh-CN-folders.json' with { type: 'json' }

export const folders = { en: { folders: en }, zhCN: { folders: zhCN } }
