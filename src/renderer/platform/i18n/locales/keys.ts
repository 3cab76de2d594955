import en from './en-keys.json' with { type: 'json' }
import zhCN from './zh-CN-keys.json' with { type: 'json' }

export const keys = { en: { keys: en }, zhCN: { keys: zhCN } }
