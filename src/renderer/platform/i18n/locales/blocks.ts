import en from './en-blocks.json' with { type: 'json' }
import zhCN from './zh-CN-blocks.json' with { type: 'json' }

export const blocks = { en: { blocks: en }, zhCN: { blocks: zhCN } }
