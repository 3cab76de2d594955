import en from './en-length.json' with { type: 'json' }
import zhCN from './zh-CN-length.json' with { type: 'json' }

export const length = { en: { length: en }, zhCN: { length: zhCN } }
