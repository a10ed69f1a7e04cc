import { chineseClauseOpening, englishClauseOpening, actionsInDescription } from './clauses.ts';
import { simplified } from '../values/simplified-chinese.ts';

/** Nouns after which “order” means buying even without a number; with others it may mean sorting. */
const orderable =
  'pizzas?|food|groceries|drinks?|meals?|cakes?|flowers|takeaway|takeout|taxis?|cabs?|supplies|materials|equipment|parts|furniture|tickets?|badges|gifts?|presents?|decorations|chairs|shirts|catering';
/**
 * Nouns that are booked or reserved without an article or a number, such as “hotel rooms”; “book club” is not among
 * them.
 */
const bookable =
  'flights?|hotels?|hostels?|halls?|rooms?|tables?|tickets?|trains?|bus|ferry|cruises?|cars?|taxis?|cabs?|trips?|tours?|seats?|restaurants?|accommodations?|lodging|apartments?|venues?|appointments?|lessons?|class(?:es)?|sessions?|trainer|photographer|caterer|band';
const addressees =
  'restaurant|hotel|doctor|dentist|clinic|hospital|bank|landlord|plumber|electrician|school|university|daycare|vet|airline|insurance|support|customer service|store|shop|venue|mum|mom|dad|mother|father|parents|family|friends?|guests?|clients?|customers?|suppliers?|vendors?|compan(?:y|ies)|contractors?|garage|mechanic|agency|agent|seller|manager|caterer|speakers?|volunteers?|attendees?|participants?|colleagues?|neighbou?rs|teams?|office|lawyer|accountant|tenants?|teachers?|boss|wife|husband|partner|sister|brother|organi[sz]ers?|photographer|florist|drivers?|pharmacy|museum|embassy|council|principal|head ?teacher|pupils?|students?|staff|employees?|coach|nurse|priest|pastor|him|her|them';
/** “Ask people” and “Tell the class” may be how a text is to speak to its readers; a message to them is none. */
const recipients = `${addressees}|class(?:es)?|people|everyone|everybody`;
const number = String.raw`(?:\d[\d,.]*|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|several|enough|more|extra)`;
const article = '(?:(?:an?|the|my|our|your|his|her|their|all|some|both|each|local|several|selected|chosen)\\s+)';
/** An article or a number: a word such as “book” or “email” before it is a verb. */
const determiner = `(?:(?:an?|the|my|our|your|his|her|their|all|some|both|each|every|another|this|that|these|those|${number})\\s+)`;
/** Words at the head of the object that `determiner` begins, which say that nothing outside is meant. */
const except = (words: string): string => `(?!(?:[\\w'’-]+\\s+){0,2}?(?:${words})\\b)`;
/** “Reserve” before what a plan reserves for itself is no booking. */
const booking = String.raw`(?:book|reserve(?!\s+(?:[\w'’-]+\s+){0,2}?(?:budgets?|buffers?|time|money)\b)(?!\s+(?:(?!(?:${bookable})\b)[\w'’-]+\s+){0,5}?hours?\b))`;
const parts = 'sections?|spaces?|rows?|columns?|pages?|paragraphs?|lines?|chapters?|slides?|summary|summaries|titles?';
const times = 'times?|minutes?|hours?|days?|mornings?|afternoons?|weeks?|slots?|blocks?|calendar';
const callableNouns =
  'apis?|charts?|tables?|items?|tools?|functions?|endpoints?|methods?|models?|scripts?|webhooks?|commands?|search|lists?|files?|folders?|variables?|plans?|notes?|documents?|projects?|columns?|results?|user|person';
const sortableNouns =
  'lists?|ideas|options|items|results|entries|points|tasks|steps|words|sentences|names|sections?|rows';
const printed =
  'programmes?|badges?|name tags?|flyers?|leaflets?|posters?|banners?|signs?|invitations?|invites?|tickets?|labels?|stickers?|handouts?|brochures?|booklets?|menus?|cards?|certificates?|photos?|copies|worksheets?|quiz(?:zes)?|forms?|boarding pass(?:es)?';

/**
 * Clauses that ask for an act in the world outside: a purchase, payment, booking, message, application or publication.
 * Each begins with its verb; what follows tells it from other meanings, such as “order by date” or “pay attention”.
 */
const english = new RegExp(
  `${englishClauseOpening}(?:` +
    [
      `${booking}\\s+(?:[\\w'’-]+\\s+){0,4}?(?:${bookable})\\b`,
      `${booking}\\s+${determiner}${except(`${parts}|${times}`)}\\S`,
      String.raw`(?:buy|purchase)\s+(?!(?:orders?|or|vs|and|guides?|lists?|signals?|advice|decisions?)\b)\S`,
      `order\\s+(?!.*\\b(?:by|alphabetically|chronologically|from\\s.{0,80}\\bto)\\b)(?:.*\\bonline\\b|(?:[\\w'’-]+\\s+){0,3}?(?:${orderable})\\b|(?:an?|some|another|${number})\\s+${except(sortableNouns)}\\S)`,
      `place\\s+(?:an?|the|my|our|your|all)\\s+(?:[\\w-]+\\s+){0,2}?orders?\\b(?!\\s+(?:in|into|on|under|of)\\b)`,
      String.raw`pay\s+(?:[$€£¥\d]|(?:for|off|an?|the|my|our|your|all|bills?|rent|taxes|fees)\b)`,
      String.raw`send\s+(?!.*\b(?:reminders?|notifications?|requests?|https?|get|post|api)\b)\S`,
      `(?:e-?mail|phone|telephone|call|contact|text|message|notify|inform)\\s+(?:up\\s+)?${article}*(?:${recipients})\\b`,
      `(?:e-?mail|phone|telephone|notify|contact)\\s+${determiner}${except('user|person|reader')}\\S`,
      `(?:text|message|call)\\s+(?:up\\s+)?${determiner}${except(`${callableNouns}|${parts}`)}(?:[\\w'’-]+\\s+){0,2}?(?:${recipients})\\b`,
      String.raw`contact\s+(?:an?|the|my|our|your)\s`,
      `(?:ask|tell)\\s+${article}*(?:${addressees})\\s+(?:about|that|to|for|if|whether|when)\\b`,
      `ask\\s+${article}*(?:${addressees})\\s+(?:how|what|which)\\b`,
      `(?:hand|give|pass)\\s+out\\s+${determiner}*(?:[\\w-]+\\s+){0,2}?(?:${printed})\\b`,
      String.raw`invite\s+(?!the\s+(?:user|person)\b)\S`,
      String.raw`(?:sign up|register|enroll?)\s+(?:for|at|with|in|on|online)\b`,
      `submit\\s+${article}*(?:[\\w-]+\\s+)?(?:applications?|forms?|claims?|papers?|resumes?|cv|registration|order|documents?)\\b`,
      `sign\\s+${determiner}(?:[\\w-]+\\s+){0,3}?(?:contracts?|agreements?|leases?|papers|forms?|documents?|waivers?|deals?|petition)\\b`,
      `confirm\\s+(?:${article}*(?:[\\w-]+\\s+){0,2}?(?:bookings?|reservations?|appointments?)(?=\\s+(?:with|at|by|for)\\b|\\W*$)|.*\\bwith\\s+${article}*(?:${recipients})\\b)`,
      `print\\s+(?!.*\\b(?:(?:to|in) the (?:conversation|chat|console|screen)|menus? of options)\\b)${determiner}*(?:[\\w-]+\\s+){0,2}?(?:${printed})\\b`,
      String.raw`(?:publish|post)\s.*\b(?:on|to)\s+${article}*(?:twitter|x|facebook|instagram|linkedin|reddit|medium|youtube|tiktok|social media|blog|website|forum)\b`,
      String.raw`cancel\s.*\b(?:subscriptions?|bookings?|reservations?|memberships?|orders?|flights?|contracts?)\b`,
      `(?:rent|hire)\\s+(?:out\\s+)?${determiner}${except('costs?|prices?|index|rates?|comparisons?')}\\S`,
      `(?:transfer|deposit|donate)\\s+${article}*(?:money|funds|[$€£¥\\d])`,
    ].join('|') +
    ')',
  'iu',
);

/** Calls and messages to somebody with a capitalised name, as in “Call the Hilton”. */
const toNamed = new RegExp(
  String.raw`${englishClauseOpening}(?:Please\s+)?(?:[Tt]ext|[Mm]essage|[Cc]all)\s+(?:up\s+)?${determiner}(?!(?:API|URL|[A-Z]\w*\s+(?:${callableNouns}|${parts}))\b)\p{Lu}`,
  'u',
);

/** Words after a Chinese verb with which it names a text or a plan about the act. */
const aboutIt =
  '(?!.{0,6}(?:建议|指南|清单|方案|渠道|理由|攻略|方式|时间|计划|比较|对比|费用|价格|预算|成本|合同|模板|流程|说明|多少钱))';
const chinese = new RegExp(
  `${chineseClauseOpening}(?:` +
    [
      '(?:预订|预定(?!义)|订购|购买|采购|下单|支付|付款|付清|缴纳|缴费|汇款|转账|致电|报名|网购)(?!.{0,4}(?:建议|指南|清单|方案|渠道|理由|攻略|方式|时间|计划))',
      `下订单${aboutIt}`,
      '订(?:好|一|两|机票|酒店|餐|房|票|车票|外卖|位)',
      '买(?!卖|点|家|之?前|之?后|的|什么|哪|不|还是)',
      '(?:付|交)(?:房租|租金|电费|水费|学费|费|定金|押金)',
      '(?:发送|发出|发|寄出|寄送|寄|回复)(?:一封|一条|一个|一份)?.{0,8}(?:邮件|短信|消息|微信|邀请函?|请柬|通知书|快递|包裹|信)(?!号)',
      '(?:给|向|跟|和).{1,12}?(?:打电话|打个电话|发邮件|发短信|发消息|发微信|发送(?!请求)|寄|下单|付款|转账|汇款|通电话)',
      '(?:给|向)(?!我|用户|自己).{1,12}?发(?:出|去|放)?.{0,4}(?:邀请|请柬|请帖|通知|问卷|传单|资料)(?!.{0,4}(?:清单|方案|计划|模板|文案))',
      '(?:打电话|拨打|联系(?!人|方式|上下文))',
      '在.{1,16}?(?:上|处|店|网)(?:预订|预定(?!义)|订购|购买|下单|报名)',
      '(?:提交|递交).{0,8}(?:申请|表格|材料|简历|报名表|订单)',
      '(?:发布|发表|发帖)到',
      '取消.{0,8}(?:订单|预订|订阅|会员|航班|合同)',
      `租(?:车|房|一|两|几|用|借|赁|\\d)${aboutIt}`,
      `(?:聘请|雇佣|雇用|雇(?:一|两|几|人|\\d))${aboutIt}`,
      '邀请(?!函|信|码|名单|文案|语|链接|人|方|模板|我|用户|的)',
      '通知(?!我|用户|自己).{0,10}?(?:者|员|们|人|嘉宾|客户|家长|亲友|朋友|大家|各方|全体|团队|同事|邻居|学生|老师|酒店|场地|供应商)(?!.{0,6}(?:模板|文案|草稿|名单|的内容))',
      '(?:询问|征求|征得|告知|告诉|请示)(?!我|用户|自己).{0,6}?(?:嘉宾|客户|家长|亲友|朋友|大家|同事|邻居|学生|老师|校长|老板|领导|员工|酒店|场地|供应商)(?!.{0,6}(?:模板|文案|草稿|名单|的内容|如何|怎么|怎样|为什么|问卷|教程|寓意|道理))',
      '(?:(?:向|给)(?!我|用户|自己).{1,8}?)?(?:分发|发放|散发).{0,8}?(?:试卷|问卷|传单|资料|材料|手册|讲义|请柬|邀请函|通知)',
      '签(?!证|名|到)(?:订|署|下|好)?.{0,8}(?:合同|协议|租约)(?!.{0,4}(?:要点|模板|清单|流程|注意))',
      '(?:与|和|跟|同).{1,12}?(?:签约|签订|签署|签合同)',
      '(?:与|和|跟|向|同).{0,6}?(?:酒店|餐厅|场地方?|嘉宾|供应商|客户|讲者|公司|旅行社|房东|商家|店家|学校|医院|对方)(?:确认|商定|敲定|谈妥|协商)',
      '确认.{0,8}(?:预订|订位|预约)$',
      '打印(?!机)(?!.{0,16}(?:到|在)(?:对话|聊天|屏幕|控制台)).{0,8}?(?:胸牌|名牌|姓名牌|座位牌|桌牌|海报|传单|请柬|邀请函|门票|标签|节目单|菜单|证书|手册|照片|资料|材料)',
    ].join('|') +
    ')',
  'u',
);

/**
 * True if a step's description asks for an act in the world outside that no tool of Cairn can do, such as to book, buy,
 * pay or send something. A sentence with a condition does not count.
 */
export function asksForOutsideAct(description: string): boolean {
  return actionsInDescription(simplified(description)).some(
    (action) => english.test(action) || toNamed.test(action) || chinese.test(action),
  );
}
