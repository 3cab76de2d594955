import en from './en-assistants.json' with { type: 'json' }
import zhCN from './zh-CN-assistants.json' with { type: 'json' }

export const assistants = { en: { assistants: en }, zhCN: { assistants: zhCN } }
