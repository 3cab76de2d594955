import en from './en-network.json' with { type: 'json' }
import zhCN from './zh-CN-network.json' with { type: 'json' }

export const network = { en: { network: en }, zhCN: { network: zhCN } }
