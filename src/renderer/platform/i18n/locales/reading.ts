import en from './en-reading.json' with { type: 'json' }
import zhCN from './zh-CN-reading.json' with { type: 'json' }

export const reading = { en: { reading: en }, zhCN: { reading: zhCN } }
