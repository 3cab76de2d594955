import { describe, expect, test } from 'vitest'
import { MessageDocument } from '../../../../src/renderer/components/markdown/message-document.ts'
import { lostText } from './lost-text.ts'
import { shownAtOnce, shownOutline, wholeOutline } from './outline.ts'

const inline = (formula: string): string => `<code className=language-math,math-inline>${formula}</code>`
const displayed = (formula: string): string => `<code className=language-math,math-display>${formula}</code>`
const block = (formula: string): string => `<pre>${displayed(formula)}</pre>`

/** Shows a text at once, and checks every shorter length of it. */
function shown(source: string): string {
  const growing = new MessageDocument()
  for (let end = 1; end <= source.length; end += 1) {
    const text = source.slice(0, end)
    expect(shownOutline(growing, text), JSON.stringify(text)).toBe(wholeOutline(text))
    expect(lostText(growing, text), JSON.stringify(text)).toBe('')
  }
  return joined(shownAtOnce(source))
}

/** An outline without the line ends around its elements. */
function joined(outline: string): string {
  return outline.replace(/>\n+/g, '>').replace(/\n+</g, '<')
}

describe('a formula between double dollars', () => {
  test.each([
    ['text on both lines', 'A:\n\n$$A =\n1$$\n\n**B**', `<p>A:</p>\n${block('A =\n1')}\n<p><strong>B</strong></p>`],
    ['text on the first line', '$$a = b\n+ c\n$$\n\nnext', `${block('a = b\n+ c')}\n<p>next</p>`],
    ['text on the last line', '$$\na\n= b$$\nnext', `${block('a\n= b')}\n<p>next</p>`],
    ['text behind it', '$$\na\n$$ is it\n\nnext', `<p>${displayed('a')} is it</p>\n<p>next</p>`],
    ['words before it', 'so $$a\n- b$$ and on', `<p>so ${displayed('a\n- b')} and on</p>`],
    ['no blank line around it', 'so\n$$\na\n$$\nthen', `<p>so</p>\n${block('a')}\n<p>then</p>`],
    ['a blank line inside', '$$\na\n\nb\n$$\n\nnext', `${block('a\n\nb')}\n<p>next</p>`],
    ['no pair', '$$\na^2\n\nThen **b**', `${block('a^2')}\n<p>Then <strong>b</strong></p>`],
    ['dollars inside', '$$\\text{$x$}\n+ 1$$', block('\\text{$x$}\n+ 1')],
    ['stars and lines inside', '$$a^{*}\n===\nb^{*}$$', block('a^{*}\n===\nb^{*}')],
    ['an item around it', '- a:\n  $$x\n  = 1$$\n- b', `<ul>\n<li>a:\n${block('x\n= 1')}</li>\n<li>b</li>\n</ul>`],
    ['a quote around it', '> $$x\n> > 1$$', `<blockquote>\n${block('x\n> 1')}\n</blockquote>`],
    ['another item behind it', '- $$a\n- b$$', '<ul>\n<li>$$a</li>\n<li>b$$</li>\n</ul>'],
    [
      'prices',
      '**$$** to **$$$**, or **$$**',
      '<p><strong>$$</strong> to <strong>$$$</strong>, or <strong>$$</strong></p>',
    ],
    ['a blank line after words', 'a $$b\n\nc$$ d', '<p>a $$b</p>\n<p>c$$ d</p>'],
    ['code', '`$$` and\n\n$$q$$', `<p><code>$$</code> and</p>\n<p>${displayed('q')}</p>`],
  ])('is shown with %s', (_, source, expected) => {
    expect(shown(source)).toBe(joined(expected))
  })
})

describe('formulas and dollar signs without a space between them', () => {
  test.each([
    ['two formulas', '\\(a\\)\\(b\\) c', `<p>${inline('a')}${inline('b')} c</p>`],
    ['two displayed formulas', '\\[a\\]\\[b\\]', `<p>${displayed('a')}${displayed('b')}</p>`],
    ['formulas of two kinds', '$$a$$\\(b\\)', `<p>${displayed('a')}${inline('b')}</p>`],
    ['formulas between signs', '$x$\\(a\\)$y$', `<p>${inline('x')}${inline('a')}${inline('y')}</p>`],
    ['prices behind a formula', '\\(a\\)$5 and $6', `<p>${inline('a')}$5 and $6</p>`],
    ['a sign without a pair', '\\(a\\)$model说明\\(b\\)R', `<p>${inline('a')}$model说明${inline('b')}R</p>`],
    [
      'an environment and a price',
      'x\\begin{cases}a\\end{cases}$510',
      `<p>x${displayed('\\begin{cases}a\\end{cases}')}$510</p>`,
    ],
  ])('are told apart: %s', (_, source, expected) => {
    expect(joined(shownAtOnce(source))).toBe(joined(expected))
    expect(lostText(new MessageDocument(), source)).toBe('')
  })
})

describe('an environment without delimiters', () => {
  test.each(['align', 'align*', 'equation', 'gather', 'gathered', 'cases', 'pmatrix', 'bmatrix', 'split', 'multline*'])(
    '%s is a formula',
    (name) => {
      const formula = `\\begin{${name}}\na &= b \\\\\nc_1 &= d_1\n\\end{${name}}`
      expect(shown(`So:\n${formula}\nand *on*.`)).toBe(joined(`<p>So:</p>${block(formula)}<p>and <em>on</em>.</p>`))
    },
  )

  const align = '\\begin{align}\nx &= 1 \\\\\ny &= 2\n\\end{align}'
  const indented = (margin: string): string => align.replaceAll('\n', `\n${margin}`)

  test.each([
    ['in an item', `- a\n  ${indented('  ')}\n- b`, `<ul>\n<li>a\n${block(align)}</li>\n<li>b</li>\n</ul>`],
    ['in a quote', `> ${indented('> ')}\n> b`, `<blockquote>\n${block(align)}\n\n<p>b</p>\n</blockquote>`],
    ['in dollars', '$A = \\begin{cases} a \\end{cases}$', `<p>${inline('A = \\begin{cases} a \\end{cases}')}</p>`],
    ['in brackets', `\\[\n${align}\n\\]`, block(align)],
    ['in double dollars', `$$\n${align}\n$$`, block(align)],
    ['in code', '`\\begin{align}x\\end{align}`', '<p><code>\\begin{align}x\\end{align}</code></p>'],
    [
      'in another of its name',
      '\\begin{cases}\n\\begin{cases}a\\end{cases}\n\nb\n\\end{cases}\n\nc',
      `${block('\\begin{cases}\n\\begin{cases}a\\end{cases}\n\nb\n\\end{cases}')}\n<p>c</p>`,
    ],
    ['of lists is text', '\\begin{itemize} a \\end{itemize}', '<p>\\begin{itemize} a \\end{itemize}</p>'],
  ])('%s', (_, source, expected) => {
    expect(shown(source)).toBe(joined(expected))
  })
})

describe('a bar in a formula', () => {
  const row = (cells: readonly string[]): string => `<tr>\n${cells.map((cell) => `<td>${cell}</td>`).join('\n')}\n</tr>`
  test.each([
    ['a value', '$|x|$', inline('|x|')],
    ['a condition', '$P(A | B)$', inline('P(A | B)')],
    ['a ket', '$|\\psi\\rangle$', inline('|\\psi\\rangle')],
    ['alternatives', '$\\text{F(T,...) | C | V}$', inline('\\text{F(T,...) | C | V}')],
    ['a policy', "$P(s'|s,a)$", inline("P(s'|s,a)")],
    ['a divisor', '$a|b$', inline('a|b')],
    ['a set', '$\\{x | x > 0\\}$', inline('\\{x | x > 0\\}')],
    ['a place', '$f\\big|_{x=0}$', inline('f\\big|_{x=0}')],
    ['a formula of TeX', '\\(|x|\\)', inline('|x|')],
    ['a displayed one', '$$|x|$$', displayed('|x|')],
    ['a displayed one of TeX', '\\[|x|\\]', displayed('|x|')],
    ['an array', '\\begin{array}{c|c}a&b\\end{array}', displayed('\\begin{array}{c|c}a&b\\end{array}')],
    ['code', '`a|b`', '<code>a|b</code>'],
    ['escaped code', '`a\\|b`', '<code>a|b</code>'],
  ])('of %s stays in its cell of a table', (_, cell, expected) => {
    expect(shown(`| a | b |\n|---|---|\n| 1 | ${cell} |`)).toContain(joined(row(['1', expected])))
  })

  test.each([
    ['prices', '| $5 | $6 |', ['$5', '$6']],
    ['prices without spaces', '|$5|$6|', ['$5', '$6']],
    ['currencies', '|US$|HK$|', ['US$', 'HK$']],
    ['names', '|$HOME/a|$PATH|', ['$HOME/a', '$PATH']],
    ['formulas', '| $a$ | $b$ |', [inline('a'), inline('b')]],
    ['marks of code', '| ` | ` |', ['`', '`']],
  ])('between %s ends the cell', (_, line, cells) => {
    expect(shown(`| a | b |\n|---|---|\n${line}`)).toContain(joined(row(cells)))
  })

  test('a bar that makes a row too long loses no cell', () => {
    expect(shown('| a |\n|---|\n| 1 | 2 | 3 |')).toContain(joined(row(['1', '2', '3'])))
  })
})

describe('a formula in a quote', () => {
  test.each([
    ['brackets', '> Q:\n> \\[\n> x^2\n> \\]\n> after', `<p>Q:</p>${block('x^2')}<p>after</p>`],
    ['dollars', '> Q:\n> $$\n> x < y\n> $$\n> after', `<p>Q:</p>${block('x < y')}<p>after</p>`],
    ['brackets over two lines', '>\\[a\n>+ b\\]', block('a\n+ b')],
    ['no space', '>$$\n>a\n>$$', block('a')],
    ['a list', '> - \\[\n>   a\n>   \\]\n> - b', `<ul><li>${block('a')}</li><li>b</li></ul>`],
    ['two quotes', '> > \\[\n> > a\n> > \\]', `<blockquote>${block('a')}</blockquote>`],
    ['a relation', '> \\[\n> a\n> = b > c\n> \\]', block('a\n= b > c')],
  ])('has no mark of the quote: %s', (_, source, expected) => {
    expect(shown(source)).toBe(`<blockquote>${joined(expected)}</blockquote>`)
  })

  test('the quote marks before a formula in a list item are removed too', () => {
    expect(shown('1. D:\n   > \\[\n   > y^2\n   > \\]')).toContain(block('y^2'))
  })
})
