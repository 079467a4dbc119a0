/**
 * Stems of words that any project uses. In a young store they are rare, and yet
 * say little of what a prompt is about. They are the most frequent ones of
 * spoken English and of software's documentation, without names and without
 * what is in `STOP_WORDS`; no development set was looked at for them.
 */

const PLAIN = `
abl abort absolut accept access act action activ actual add addit address
affect after against ago agre ahead algorithm alia aliv all alloc allow almost
alon along alreadi altern alwai anoth answer anymor anywai apart api app appli
applic appreci appropri arg argument arrai ask assert assign associ async
asynchron attempt attent auth authent author automat avail avoid awai await
back bad base bash basic beat beauti becom befor begin behavior behind believ
best better big bill bin binari bind blob block book boolean bother box branch
break bring browser buffer bug build bundl busi byte cach call callback care
carri case catch caus certainli certif chanc chang changelog channel charact
charg check child choic chunk ci class clean clear cli client close code come
command comment commit common commun compani compar compat compil complet
condit config configur connect consid consol const constant contain content
context continu contribut contributor control convert copi core correctli
correspond count coupl cours coverag creat crypto current custom cut dai
danger data date deal debug decid decod default defin delet dep depend deprec
describ descript destin destroi detail detect determin dev develop differ
direct directli directori disabl displai doc document domain down download
draw drop due earli easi effect eight els emit empti enabl encod end engin
enjoi enough ensur entir entri env environ equal equival err error eslint
evalu even event everi everyth exactli exampl except excit exec execut exist
exit expect experiment explain explicit explicitli export expos express extend
extens fact fail failur fall fals far fast fault featur feel fetch few field
figur file filenam filter final find fine finish first five fix flag fn folder
follow forc forget form format four free front fs full function futur gener
git github global good googl great group grow guess half handl handler happen
hard hash hate head header hear help hide high hit hold home hook hope host
hour html http id idea ident identifi ignor imag imagin immedi implement
import improv includ index indic individu info inform init initi input insid
inspect instal instanc integ integr intend interest interfac intern invalid
invit invok io ip issu item iter javascript join js json jump keep kei know
label last late later latest lead leak learn least leav left legaci length
less letter level lib librari licens life light limit line link linux list
listen littl live load local localhost locat log long longer look loop lose
lot main maintain major manag mani map mark match matter maximum mayb md mean
meet memori merg mess messag meta method millisecond mind mine minut miss
mistak mode modifi modul moment month move multipl name nativ natur necessari
need net network never new next nice node none normal not note noth notic npm
null number object occur off offer offic offset old open openssl oper option
order origin os output outsid overrid packag page paramet parent pars parser
part pass password past patch path pattern peer per perfect perform perhap
permiss person pick pictur piec pipe place plai plan platform pleas point
polici poor port posit possibl post power pr practic prefer prefix present
pretti prevent previou previous print privat probabl problem process produc
program project promis properli properti protect protocol prototyp provid
proxi public publish pull purpos push put python queri question quick quit
rais rang raw read readabl readi readm real realiz realli reason receiv
recommend record refer regist registri regular reject rel relat relax releas
rememb remot remov replac report repositori repres req request requir resolut
resolv resourc respect respons rest result resum return right roll root rule
run runtim safe sai save scope script search second section secur see seem
select semver send sens separ seriou server servic session set seven sever sh
shall share short show shut side signal similar simpl sinc singl sit six size
skip small smart socket sometim somewher soon sort sound sourc space spawn
speak spec special specif specifi spend src stabil stabl stack stand standard
start state static statu stderr stdout step stick stop stori straight stream
strict string structur stuff style suppli support suppos sure surpris svg
switch symbol synchron system tag take talk target team tell ten termin
terribl test text think thread three throw time timeout timer titl todai
togeth token tomorrow tool top total touch trace transform treat tri trigger
troubl true trust truth try turn two type typic undefin underli understand
unicod unit unix unless up updat upgrad upload url usag user usual utf utf8
util valid valu var variabl variou verifi version voic vulner wai wait walk
want warn watch web week well whole window wish wonder word work worker
workflow workspac world worri wors worth wrap writabl write wrong yaml year
yesterdai zero
`;

let stems: ReadonlySet<string> | undefined;

export function isPlainWord(stem: string): boolean {
  stems ??= new Set(PLAIN.trim().split(/\s+/));
  return stems.has(stem);
}
