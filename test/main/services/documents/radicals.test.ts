import { expect, test } from 'vitest'
import { withoutRadicals } from '../../../../src/main/services/documents/radicals.ts'

test('radicals become the characters that they represent', () => {
  expect(withoutRadicals('⻚⾯ ⻓⻔⻅⻋⻢⻛⻝⺠ ⻄⻆⻉⻑⻘⻜⻣⻤⻥⻦⻨⻩⻬⻮⻰')).toBe(
    '页面 长门见车马风食民 西角贝長青飞骨鬼鱼鸟麦黄齐齿龙',
  )
  expect(withoutRadicals('⽅⺟⻳⺅⻌')).toBe('方母龟亻辶')
})

test('replaces all radicals but the one without a character', () => {
  const blocks = Array.from({ length: 0x2fd6 - 0x2e80 }, (_, at) => String.fromCharCode(0x2e80 + at)).join('')
  expect(withoutRadicals(blocks).match(/[⺀-⻳⼀-⿕]/g)).toEqual(['⺀', '\u2e9a'])
})

test('other characters stay unchanged', () => {
  expect(withoutRadicals('，（）ａ①ﬁ 方')).toBe('，（）ａ①ﬁ 方')
})
