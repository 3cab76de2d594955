import en from './en-updates.json' with { type: 'json' }
import zhCN from './zh-CN-updates.json' with { type: 'json' }

export const updates = { en: { updates: en }, zhCN: { updates: zhCN } }
