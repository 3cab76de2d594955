import en from './en-transfer.json' with { type: 'json' }
import zhCN from './zh-CN-transfer.json' with { type: 'json' }

export const transfer = { en: { transfer: en }, zhCN: { transfer: zhCN } }
