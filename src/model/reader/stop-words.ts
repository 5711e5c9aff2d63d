const english = `
a an the this that these those here there it its itself one ones some any each every either neither both all
i me my mine we us our ours you your yours he him his she her hers they them their theirs someone anyone anything something
who whom whose what which when where why how whether
am is are was were be been being do does did done doing have has had having get gets got
can could may might must shall should will would ought need needs
not no nor never ever only also too very just than then so such as if else though although because while until unless
and or but of in on at to for from by with without about into onto over under per via through during before after between
up down out off again
please tell say says said let lets ok okay give given want wants like know think
use used uses using thing things way kind sort
s t d m re ve ll don doesn didn isn aren wasn weren won wouldn shouldn couldn cannot hasn haven hadn ain
e g i eg ie etc vs
`;

const russian = `
а и или но да не ни же ли бы то это этот эта эти этого этой тот та те того той так такой такая такое такие также тоже
я мы ты вы он она оно они мне меня нам нас тебе тебя вам вас его ему ее ей их им мой моя мое мои наш наша наше наши ваш ваша ваше ваши свой своя свое свои
кто что чего чему чем какой какая какое какие какого какой каком какую каким каких как где куда откуда когда зачем почему
сколько чей чья чье чьи который которая которое которые ли
в во на за по под над от до из изо к ко с со у о об обо при про для без через между перед после
быть есть был была было были будет будут буду нужно надо можно нельзя должен должна должно должны следует может могут могу
все всех весь вся если то только уже еще бы ведь вот там тут здесь пожалуйста
`;

const chinese = `
的 地 得 了 着 过 是 在 有 和 与 或 及 而 但 也 都 就 才 又 还 被 把 给 对 从 到 向 为 以 于 之 其 个 这 那 这个 那个
我 我们 你 你们 您 他 她 它 他们 请 要 应 应该 应当 需要 必须 可以 能 会 用 使用 吗 呢 吧 啊 嘛
什么 什 么 哪 哪个 哪些 哪里 哪儿 谁 几 多少 怎么 怎样 如何 怎么样 为什么 何时 何 是否
`;

/**
 * Words that say nothing of a passage's subject: articles, pronouns, auxiliaries, prepositions, and the
 * words a question is asked with. Lower case, contractions without what follows the apostrophe.
 */
export const stopWords: ReadonlySet<string> = new Set([english, russian, chinese].join(" ").split(/\s+/u));
