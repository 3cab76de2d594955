import en from './en-tools.json' with { type: 'json' }
import zhCN from './zh-CN-tools.json' with { type: 'json' }

export const tools = { en: { tools: en }, zhCN: { tools: zhCN } }
