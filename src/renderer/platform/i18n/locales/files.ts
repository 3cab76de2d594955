import en from './en-files.json' with { type: 'json' }
import zhCN from './zh-CN-files.json' with { type: 'json' }

export const files = { en: { files: en }, zhCN: { files: zhCN } }
