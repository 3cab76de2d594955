import en from './en-saving.json' with { type: 'json' }
import zhCN from './zh-CN-saving.json' with { type: 'json' }

export const saving = { en: { saving: en }, zhCN: { saving: zhCN } }
