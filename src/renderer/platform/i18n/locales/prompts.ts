import en from './en-prompts.json' with { type: 'json' }
import zhCN from './zh-CN-prompts.json' with { type: 'json' }

export const prompts = { en: { prompts: en }, zhCN: { prompts: zhCN } }
