/** Name parts of models that accept pictures; they win over the families below. */
const seeing = /vision|[-_.]vl\b|[-_.]vl[-_]|omni|multimodal|pixtral|llava|4v|4\.5v|4\.1v|4\.6v|scout|maverick/

/** Model families without picture input, by their makers' pages in autumn 2025. */
const blind: readonly RegExp[] = [
  /^gpt-3\.5/,
  /^gpt-4(-0314|-0613|-32k.*)?$/,
  /^(o1-mini|o1-preview|o3-mini)\b/,
  /^gpt-oss/,
  /^text-|^davinci|^babbage/,
  /^claude-(1|2|instant)/,
  /deepseek-(chat|reasoner|coder|v2|v3|r1)/,
  /^qwen-(turbo|plus|max|long)\b/,
  /^qwen(1\.5|2|2\.5|3)-/,
  /^qwq/,
  /^glm-(3|4|4\.5|4\.6)(-|$)/,
  /^moonshot-v1-(8k|32k|128k)$/,
  /^kimi-k2(-|$)/,
  /^ernie-(3\.5|speed|lite|tiny)/,
  /^hunyuan-(lite|standard|pro|turbo)/,
  /^abab|^minimax-m1/,
  /llama-?(2|3|3\.1|3\.3)-/,
  /^(open-)?mi[sx]tral-(7b|8x|tiny|nemo)|^codestral/,
  /^gemma-?2/,
  /^command-r/,
  /^demo-(chat|chat-large|writer-zh)$/,
]

/**
 * Returns true if a model is known not to accept pictures: by its name, or because the catalogue also lists the name
 * with `-vision` or `-vl`. Unknown models count as able.
 */
export function isKnownBlind(id: string, listed: readonly string[]): boolean {
  // gateways may prefix the vendor: vendor/model
  const name = id.toLowerCase().slice(id.lastIndexOf('/') + 1)
  if (seeing.test(name)) return false
  if (blind.some((pattern) => pattern.test(name))) return true
  const others = new Set(listed.map((other) => other.toLowerCase()))
  return others.has(`${id.toLowerCase()}-vision`) || others.has(`${id.toLowerCase()}-vl`)
}
