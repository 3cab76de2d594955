import { pick, type Random } from '../random.ts'
import type { Prose, Template } from './prose.ts'

const nouns = [
  '节奏',
  '结构',
  '边界',
  '习惯',
  '度量',
  '语境',
  '取舍',
  '余量',
  '信号',
  '规律',
  '约束',
  '平衡',
  '顺序',
  '阈值',
  '细节',
  '假设',
  '基线',
  '例外',
  '尺度',
]
const adjectives = [
  '安静的',
  '实用的',
  '可见的',
  '渐进的',
  '意外的',
  '克制的',
  '持久的',
  '局部的',
  '稳定的',
  '不均匀的',
  '熟悉的',
  '脆弱的',
  '可逆的',
]
const verbs = ['决定', '限制', '解释', '跟随', '缓和', '揭示', '承载', '先于', '勾勒']
const terms = ['突发容量', '稳态负载', '等待时间', '回退策略', '边际成本', '观察窗口', '最小单元']
const people = ['初学者', '细心的读者', '工程师', '老师', '园丁', '编辑', '乐手']

const templates: readonly Template[] = [
  (s, r) => `谈到${s}，${noun(r)}往往比${noun(r)}更要紧。`,
  (_, r) => `${adjective(r)}${noun(r)}${verb(r)}${noun(r)}，反过来却很少成立。`,
  (s, r) => `从外面看，${s}像是一个整体的${noun(r)}；走进去，才发现它由许多${adjective(r)}小环节连成。`,
  (_, r) => `不妨想一想，${pick(r, people)}最先会注意到什么。`,
  (_, r) => `这里要分清**“${pick(r, terms)}”**和**“${pick(r, terms)}”**：前者看的是${noun(r)}，后者看的是${noun(r)}。`,
  (s, r) => `关于${s}的叙述，大多从${noun(r)}开始，到${adjective(r)}${noun(r)}结束。`,
  (_, r) => `实践中，把比例定在 $${number(r)}:${number(r)}$ 左右，是个稳妥的起点。`,
  (_, r) => `当${noun(r)}变得*${pick(r, ['明显', '模糊', '迟缓', '紧张'])}*时，先检查**${noun(r)}**。`,
  (s, r) => `${s}的有趣之处在于：周围一切都在变，它的${noun(r)}却始终如一。`,
  (_, r) => `若以 $x$ 表示${noun(r)}，那么 $x^{${number(r)}}$ 的增长会比直觉更快。`,
  (_, r) => `换一个角度：去掉${noun(r)}，再看${noun(r)}会怎样。`,
  (_, r) => `连续观察${number(r) + 2}周之后，${noun(r)}趋于平稳，**「${pick(r, terms)}」**也就看得清了。`,
  (s, r) => `${s}并不一定需要${adjective(r)}${noun(r)}，但有了它，事情会顺得多。`,
  (_, r) =>
    `对 \`${pick(r, ['capacity', 'window', 'margin', 'limit'])}\` 的小改动，常常会在别处表现为${adjective(r)}${noun(r)}。`,
]

const headings: readonly Template[] = [
  () => '它是什么',
  () => '从哪里开始',
  () => '如何运作',
  () => '走近一步',
  () => '局限',
  () => '在实践中',
  () => '值得留意的地方',
  (s, r) => `${s}中的${noun(r)}`,
  (_, r) => `${noun(r)}与${noun(r)}`,
  (_, r) => `${noun(r)}如何${verb(r)}${noun(r)}`,
]
const numerals = ['零', '一', '两', '三', '四', '五', '六', '七', '八', '九']

const noun = (random: Random) => pick(random, nouns)
const adjective = (random: Random) => pick(random, adjectives)
const verb = (random: Random) => pick(random, verbs)
const number = (random: Random) => 2 + Math.floor(random() * 7)

/** Simplified Chinese templates. */
export const chineseProse: Prose = {
  joint: '',
  opening: (subject, random) =>
    pick(random, [
      `你问的是**“${subject}”**。简单说，它的关键不在${noun(random)}，而在${noun(random)}。`,
      `我们一步一步来看**“${subject}”**，先从${noun(random)}说起。`,
      `要理解**“${subject}”**，最好从一个具体的${noun(random)}入手。`,
    ]),
  sentences: templates,
  headings,
  item: (_, random) => `**${noun(random)}**：保持${adjective(random)}状态，让${noun(random)}有迹可循。`,
  tableIntroduction: '对照如下：',
  tableHead: ['方面', '之前', '之后', '变化'],
  tableRow: (random) => {
    const before = number(random) * 10
    const after = number(random) * 10
    const change = Math.round(((after - before) / before) * 100)
    return [noun(random), `${before}`, `${after}`, `${change >= 0 ? '+' : '−'}${Math.abs(change)}%`]
  },
  codeIntroduction: (language) => `同样的意思，用 \`${language}\` 写出来：`,
  mathIntroduction: '写成公式：',
  mathRemark: (random) => `其中 $n$ 是${noun(random)}的个数，$\\sigma$ 表示${noun(random)}的离散程度。`,
  quote: (random) => `${noun(random)}是${adjective(random)}，而${noun(random)}，是我们自己的选择。`,
  link: (subject, random) =>
    `延伸阅读：[${subject}与${noun(random)}](https://example.com/reading)，以及 <https://example.org/notes>。`,
  closing: (subject, random) =>
    pick(random, [
      `以上是${subject}的大致轮廓。想看表格、代码或更长的文字，直接告诉我即可。`,
      `如果${subject}的某一部分值得细说，指出来，我接着写。`,
    ]),
  brief: (subject) => `一句话：**“${subject}”**的要点，是把小事的先后次序摆对。`,
  greeting: (model) =>
    `你好！我是 **${model}**，演示网关里的模型：回答由这台电脑按简单规则拼成，并非来自真正的语言模型。随便问点什么，看看对话的样子；输入“帮助”可以了解更多。`,
  aboutMe: (model) =>
    [
      `我是 **${model}**，内置演示网关的一部分：在本机运行，不花钱，按规则作答。我听得懂：`,
      '- 一个话题，用中文或英文来谈',
      '- 篇幅，例如“写800字”或 *write 2,000 words*',
      '- “表格”“代码”“公式”“列表”“引用”“链接”“简短”“混合格式”',
      '- “重复：……”，原样说一遍',
      '- “用 current_date”，调用一个已打开的工具',
      '- “继续”，在回答中断之后接着写',
      '想看出错时的样子，可以让消息以这样一行开头：`/fault stall;after=20`、`/fault rate-limit` 或 `/fault early-close;after=30`。',
    ].join('\n\n'),
  pictures: (sizes) => `我看到了${numerals[sizes.length] ?? sizes.length}张图片：${sizes.join('；')}。`,
  callback: (earlier) => `前面你提到过*${earlier}*，这里我会一并考虑。`,
  instruction: (system) => `（你设定的要求“${system}”，我记着。）`,
  lookingUp: '我来查一下。',
  toolResults: (results) =>
    `工具的结果：\n\n${results.map((result) => `- \`${result.replaceAll('`', "'")}\``).join('\n')}\n\n你要的就是这些。`,
  fromPassages: (quotes) =>
    `段落中写道：\n\n${quotes.map(({ number, text }) => `“${text}”【${number}】`).join('\n\n')}`,
  resumed: (subject) => `，接着往下说：${subject}余下的部分，思路是一样的。`,
  finished: '刚才的回答已经完整，没有要补充的了。',
}
