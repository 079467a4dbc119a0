/**
 * Words of our field that are written differently in English, Korean, Japanese
 * and Chinese, or in two ways in one of them. A row is one meaning; `-` where a
 * language has nothing to add.
 */

const TABLE = `
abort|중단|中断,アボート|中止;accept|승인,수락|承認|批准,接受;access|접근,액세스|アクセス|访问
account|계정|アカウント|账户,账号,帐号;admin|관리자,어드민|管理,アドミン|管理员,后台
agent|에이전트|エージェント|代理;alarm,alert|경보,알람,알럿|警報,アラート|报警,警报
algorithm|알고리즘|アルゴリズム|算法;alias|별칭,에일리어스|エイリアス|别名;api|에이피아이|エーピーアイ|接口
app,application|앱,애플리케이션,어플|アプリ|应用;approve,approval|승인|承認|批准,审批
archive|아카이브,보관|アーカイブ|归档;array|배열|配列|数组;async,asynchronous|비동기|非同期|异步
attribute|속성|属性|属性;audit|감사|監査|审计;authentication,auth|인증|認証|认证,身份验证
authorization|인가,권한|認可|授权;backend|백엔드|バックエンド|后端;backup|백업|バックアップ|备份
batch|배치|バッチ|批量,批处理;benchmark|벤치마크|ベンチマーク|基准;binary|바이너리|バイナリ|二进制
block|블록|ブロック|块,阻塞;boolean|불리언,불린|真偽値,ブール|布尔;bot|봇|ボット|机器人
branch|브랜치|ブランチ|分支;browser|브라우저|ブラウザ|浏览器;buffer|버퍼|バッファ|缓冲
bug,defect|버그,결함|バグ,不具合|缺陷,错误;build|빌드|ビルド|构建;button|버튼|ボタン|按钮
byte|바이트|バイト|字节;cache,caching|캐시,캐싱|キャッシュ|缓存;callback|콜백|コールバック|回调
cancel|취소|キャンセル,取り消,取消|取消;cart|카트,장바구니|カート|购物车;category|카테고리,분류|カテゴリ|分类
certificate|인증서|証明書|证书;channel|채널|チャンネル,チャネル|频道,通道
chart,graph|차트,그래프|チャート,グラフ|图表;check|체크,검사,확인|チェック,検査|检查
checkpoint|체크포인트|チェックポイント|检查点;chunk|청크,조각|チャンク|块,分块;class|클래스|クラス|类
cleanup|정리|クリーンアップ|清理;click|클릭|クリック|点击;client|클라이언트|クライアント|客户端
clone|클론,복제|クローン,複製|克隆;cloud|클라우드|クラウド|云;cluster|클러스터|クラスタ|集群
code|코드|コード|代码;color|색,컬러,색상|カラー,色|颜色;column|열,컬럼|列,カラム|列
command|명령,커맨드|コマンド|命令;comment|댓글,코멘트,주석|コメント|评论,注释;commit|커밋|コミット|提交
compare|비교|比較|比较;compile,compiler|컴파일|コンパイル|编译
component|컴포넌트|コンポーネント|组件;compress|압축|圧縮|压缩
config,configuration,setting|설정,컨피그|設定|配置,设置
conflict|충돌|衝突,競合,コンフリクト|冲突;connect,connection|연결,커넥션,접속|接続|连接
console|콘솔|コンソール|控制台;constraint|제약|制約|约束;container|컨테이너|コンテナ|容器
context|컨텍스트,문맥|コンテキスト|上下文;contrast|콘트라스트,대비|コントラスト|对比度
cookie|쿠키|クッキー|饼干;copy|복사|コピー|复制,拷贝;crash|크래시,충돌|クラッシュ|崩溃
cursor|커서|カーソル|游标,光标;dashboard|대시보드|ダッシュボード|仪表盘;data|데이터,자료|データ|数据
database|데이터베이스,디비|データベース|数据库;dataloader|데이터로더|データローダ|-;date|날짜|日付|日期
debug|디버그,디버깅|デバッグ|调试;default|기본,디폴트|デフォルト,既定|默认
delete,remove|삭제,제거|削除|删除,移除;dependency|의존성,종속성|依存|依赖
deploy,deployment|배포,디플로이|デプロイ|部署;design|디자인,설계|デザイン,設計|设计
device|기기,디바이스|デバイス,端末|设备;diff|디프,차이|差分|差异
directory,folder|디렉터리,디렉토리,폴더|ディレクトリ,フォルダ|目录,文件夹;docker|도커|ドッカー|-
document,documentation|문서|文書,ドキュメント|文档;domain|도메인|ドメイン|域名
download|다운로드|ダウンロード|下载;draft|초안,드래프트|下書き,ドラフト|草稿;driver|드라이버|ドライバ|驱动
duplicate|중복|重複|重复;edit,editor|편집,에디터|編集,エディタ|编辑;element|요소,엘리먼트|要素|元素
email,mail|이메일,메일|メール|邮件,邮箱;embed,embedding|임베딩|埋め込み|嵌入
encoding,encode|인코딩|エンコード,文字コード|编码;encrypt,encryption|암호화|暗号化|加密
endpoint|엔드포인트|エンドポイント|端点;engine|엔진|エンジン|引擎;environment|환경|環境|环境
error|오류,에러|エラー|错误;event|이벤트|イベント|事件;exception|예외|例外|异常
expire,expiry,expiration|만료|期限切れ,有効期限,期限|过期,到期,有效期
export|내보내기,엑스포트|エクスポート,書き出し|导出;extension|확장,익스텐션|拡張|扩展
fail,failure|실패|失敗|失败;fallback|폴백|フォールバック|回退;feature|기능,피처|機能|功能
feedback|피드백|フィードバック|反馈;field|필드|フィールド|字段;file|파일|ファイル|文件
filter|필터|フィルタ|过滤,筛选;flag|플래그|フラグ|标志,开关;flaky|플레이키|不安定|不稳定
float|플로트,부동소수|浮動小数|浮点;focus|포커스|フォーカス|焦点;font|폰트,글꼴|フォント|字体
form|폼|フォーム|表单;format|포맷,형식|フォーマット,形式|格式;framework|프레임워크|フレームワーク|框架
frontend|프론트엔드|フロントエンド|前端;function|함수,펑션|関数|函数;gateway|게이트웨이|ゲートウェイ|网关
git|깃|ギット|-;graphql|그래프큐엘|グラフキューエル|-;group|그룹|グループ|组
handler|핸들러|ハンドラ|处理器;hash|해시,해싱|ハッシュ|哈希;header|헤더|ヘッダ|请求头,标头
history|이력,히스토리|履歴|历史;hook|훅|フック|钩子;host|호스트|ホスト|主机;icon|아이콘|アイコン|图标
identifier|식별자|識別子|标识符;image|이미지|イメージ,画像|镜像,图片,图像
import|가져오기,임포트|インポート,取り込|导入;index|인덱스,색인|インデックス,索引|索引
infinite|무한|無限|无限;input|입력|入力|输入;install|설치|インストール|安装
instance|인스턴스|インスタンス|实例;integration|통합,연동|統合,連携|集成
interface|인터페이스|インターフェース|接口;interval|간격|間隔|间隔;invoice|송장,인보이스|請求書|发票
issue|이슈|課題,イシュー|问题;item|항목,아이템|項目,アイテム|条目;job|작업,잡|ジョブ|任务,作业
json|제이슨|-|-;key|키|キー|密钥,键;keyboard|키보드|キーボード|键盘;label|라벨,레이블|ラベル|标签
language|언어|言語|语言;latency|지연|遅延,レイテンシ|延迟;layout|레이아웃|レイアウト|布局
leak|누수,리크|リーク|泄漏;level|레벨,수준|レベル,水準|级别;library|라이브러리|ライブラリ|库
license|라이선스|ライセンス|许可证;limit|제한,리밋,한도|制限,上限|限制,上限,限流;link|링크|リンク|链接
lint,linter|린트,린터|リント,リンター|代码检查;list|목록,리스트|一覧,リスト|列表
listener|리스너|リスナー|监听器,监听;load,loading|로드,로딩|読み込み,ロード|加载
local|로컬|ローカル|本地;lock|락,잠금|ロック|锁;log,logging|로그,로깅|ログ|日志
login,signin|로그인|ログイン|登录;logout|로그아웃|ログアウト|退出;loop|루프|ループ|循环
map|지도,맵|地図,マップ|地图;markdown|마크다운|マークダウン|-;memory|메모리|メモリ|内存
menu|메뉴|メニュー|菜单;merge|병합,머지|マージ|合并;message|메시지|メッセージ|消息
metric|지표,메트릭|メトリクス,指標|指标;middleware|미들웨어|ミドルウェア|中间件
migration,migrate|마이그레이션|マイグレーション,移行|迁移;mobile|모바일|モバイル,スマホ|移动端,手机
mock|모의,목|モック|模拟;mode|모드|モード|模式;model|모델|モデル|模型;module|모듈|モジュール|模块
monitoring,monitor|모니터링|監視,モニタリング|监控;mutex|뮤텍스|ミューテックス|互斥锁
network|네트워크|ネットワーク|网络;node|노드|ノード|节点;notification,notify|알림,통지|通知|通知
object|객체,오브젝트|オブジェクト|对象;offset|오프셋|オフセット|偏移;optimistic|낙관적|楽観|乐观
option|옵션|オプション|选项;order|주문|注文|订单;output|출력|出力|输出
override|재정의,오버라이드|上書き|覆盖;package|패키지|パッケージ|包;page|페이지|ページ|页面
pagination,paging|페이지네이션,페이징|ページネーション,ページ分割|分页;parallel|병렬|並列|并行
parameter|매개변수,파라미터|パラメータ,引数|参数;parse,parser|파싱,파서|パース,パーサ|解析
password|비밀번호,패스워드,암호|パスワード|密码;patch|패치|パッチ|补丁;path|경로|パス|路径
payment|결제|決済,支払い|支付,付款;performance|성능|性能,パフォーマンス|性能
permission|권한|権限|权限;pipeline|파이프라인|パイプライン|流水线;plugin|플러그인|プラグイン|插件
pointer|포인터|ポインタ|指针;policy|정책|ポリシー,方針|策略;port|포트|ポート|端口
preview|미리보기,프리뷰|プレビュー|预览;price|가격|価格|价格;privacy|개인정보|個人情報|隐私
process|프로세스|プロセス|进程;production|운영,프로덕션|本番|生产;profile|프로필|プロフィール|个人资料
project|프로젝트|プロジェクト|项目;prompt|프롬프트|プロンプト|提示词;property|속성,프로퍼티|プロパティ|属性
protocol|프로토콜|プロトコル|协议;proxy|프록시|プロキシ|代理;publish|게시,발행|公開|发布
pull|풀|プル|拉取;push|푸시|プッシュ|推送;query|쿼리,질의,조회|クエリ,照会|查询
queue|큐,대기열|キュー|队列;random|무작위,랜덤|乱数,ランダム|随机;rate|비율,레이트|レート,割合|速率,比例
react|리액트|リアクト|-;readonly|읽기|読み取り|只读;receipt|영수증|領収書|收据
reconnect|재연결|再接続|重连,重新连接;record|기록,레코드|記録,レコード|记录
recursion,recursive|재귀|再帰|递归;redirect|리다이렉트,리디렉션|リダイレクト|重定向
refactor,refactoring|리팩터링,리팩토링|リファクタリング|重构;refresh|갱신,새로고침|更新,リフレッシュ|刷新
refund|환불|返金|退款;regex|정규식|正規表現|正则
register,registration,signup|등록,가입|登録|注册;release|릴리스,릴리즈|リリース|发布,发行
reload|새로고침,리로드|再読み込み,リロード|重新加载;remote|원격|リモート|远程;rename|개명|リネーム,改名|重命名
render,rendering|렌더링,렌더|描画,レンダリング|渲染;renew,renewal|갱신|更新|续期,续费
replica|복제본,레플리카|レプリカ,複製|副本;report|보고서,리포트|レポート,報告|报表,报告
repository|저장소,레포|リポジトリ|仓库;request|요청,리퀘스트|リクエスト,要求|请求
reset|초기화,리셋|リセット,初期化|重置;resource|자원,리소스|リソース|资源
response|응답|応答,レスポンス|响应;rest|레스트|レスト|-;restart|재시작|再起動|重启
restore|복원,복구|復元|恢复;retry|재시도,리트라이|再試行,リトライ|重试;review|리뷰,검토|レビュー|评审,审查
role|역할,롤|ロール,役割|角色;rollback|롤백|ロールバック|回滚;root|루트|ルート|根
round,rounding|반올림|丸め|舍入;route,router,routing|라우트,라우터,라우팅|ルート,ルーティング|路由
rule|규칙,룰|ルール,規則|规则;runtime|런타임|ランタイム|运行时;safari|사파리|サファリ|-
sandbox|샌드박스|サンドボックス|沙箱;schedule,scheduler|일정,스케줄|スケジュール|调度,计划
schema|스키마|スキーマ|模式,架构;screen|화면,스크린|画面|屏幕,界面;script|스크립트|スクリプト|脚本
scroll|스크롤|スクロール|滚动;search|검색|検索|搜索;secret|비밀,시크릿|秘密,シークレット|机密,密钥
security|보안|セキュリティ|安全;serialize|직렬화|シリアライズ|序列化;server|서버|サーバ|服务器,服务端
service|서비스|サービス|服务;session|세션|セッション|会话;share|공유|共有|共享,分享
shell|셸,쉘|シェル|终端;shortcut|단축키,숏컷|ショートカット|快捷键;sign,signature|서명|署名|签名
signal|신호,시그널|シグナル|信号;size|크기,사이즈|サイズ,大きさ|大小;snapshot|스냅샷|スナップショット|快照
socket|소켓|ソケット|套接字;sort|정렬,소트|並び順,並べ替え,ソート|排序;source|소스|ソース|源码
sourcemap|소스맵|ソースマップ|-;spam|스팸|スパム,迷惑|垃圾;split,splitting|분할,스플리팅|分割|拆分
sprite|스프라이트|スプライト|雪碧图;stack|스택|スタック|栈;staging|스테이징|ステージング|预发布
state,status|상태|状態|状态;stock,inventory|재고|在庫|库存
storage|스토리지,저장소|ストレージ|存储;stream,streaming|스트림,스트리밍|ストリーム|流
strict|엄격,스트릭트|厳格|严格;string|문자열,스트링|文字列|字符串;style|스타일|スタイル|样式
subscription,subscribe|구독,서브스크립션|購読,サブスク|订阅;summary|요약|要約|摘要,总结
sync,synchronize|동기화|同期|同步;table|테이블|テーブル|表格;tag|태그|タグ|标签
task|작업,태스크|タスク|任务;template|템플릿|テンプレート|模板;terminal|터미널|端末,ターミナル|终端
test|테스트,시험|テスト|测试;theme|테마|テーマ|主题;thread|스레드|スレッド|线程
throttle|스로틀|スロットル|节流;timeout|타임아웃,시간 초과|タイムアウト|超时
timezone|시간대,타임존|タイムゾーン|时区;token|토큰|トークン|令牌;traffic|트래픽|トラフィック|流量
transaction|트랜잭션|トランザクション|事务;translation,translate|번역|翻訳|翻译
trigger|트리거|トリガー|触发;type|타입|型|类型;typescript|타입스크립트|タイプスクリプト|-
typo|오타|誤字,打ち間違い|错别字;unique|유일,유니크|一意|唯一;update|업데이트,갱신|更新,アップデート|更新
upgrade|업그레이드|アップグレード|升级;upload|업로드|アップロード|上传;url|유알엘,주소|-|链接,网址
user|사용자,유저|ユーザー,利用者|用户;validation,validate|검증|検証|校验,验证
variable|변수|変数|变量;version|버전|バージョン|版本;video|비디오,영상|動画,ビデオ|视频
virtual|가상|仮想|虚拟;warning|경고|警告|警告;web|웹|ウェブ|网页;webhook|웹훅|ウェブフック|回调
websocket|웹소켓|ウェブソケット|-;widget|위젯|ウィジェット|组件;window|창|ウィンドウ|窗口
windows|윈도우|ウィンドウズ|-;worker|워커|ワーカー|工作线程;workflow|워크플로|ワークフロー|工作流
workspace|작업공간,워크스페이스|ワークスペース|工作区
`;

/** A word of a text, and every way to write it. */
export interface Loanword {
  readonly start: number;
  readonly end: number;
  /** The form that was typed first. */
  readonly forms: readonly string[];
}

const BETWEEN_FORMS = ",|;\n";

/**
 * Each row that has a form. It is looked for in the text of the table: a map of
 * all forms takes longer to make than a prompt may wait.
 */
function* rowsWith(form: string): Generator<string> {
  const isEdge = (at: number) => BETWEEN_FORMS.includes(TABLE[at] ?? "-");
  for (let at = 0; (at = TABLE.indexOf(form, at)) >= 0; at++) {
    if (!isEdge(at - 1) || !isEdge(at + form.length)) continue;
    const before = TABLE.slice(0, at);
    const start = Math.max(before.lastIndexOf(";"), before.lastIndexOf("\n"));
    yield /^[^;\n]*/.exec(TABLE.slice(start + 1))?.[0] ?? "";
  }
}

/** A form and all that mean the same; undefined if it is none. */
function meaningsOf(form: string): readonly string[] | undefined {
  const rows = [...rowsWith(form)];
  if (rows.length === 0) return undefined;
  const forms = rows.flatMap((row) => row.split(/[|,]/))
    .filter((one) => one !== "-");
  return [...new Set([form, ...forms])];
}

const MOST_CHARS = 9;
const RUN = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]+|[A-Za-z]{2,}/g;
/** What may follow a word of one syllable. */
const ENDING = /^(?:[을를은는에이가의로와과도만]|에서|으로)?$/;

export function findLoanwords(text: string): Loanword[] {
  const found: Loanword[] = [];
  for (const { 0: run, index } of text.matchAll(RUN)) {
    if (/^[A-Za-z]/.test(run)) {
      const forms = meaningsOf(run.toLowerCase());
      if (forms) found.push({ start: index, end: index + run.length, forms });
      continue;
    }
    for (let at = 0; at < run.length; at++) {
      const length = longestAt(run, at);
      if (length === 0) continue;
      const forms = meaningsOf(run.slice(at, at + length)) ?? [];
      const start = index + at;
      found.push({ start, end: start + length, forms });
      at += length - 1;
    }
  }
  return found;
}

function longestAt(run: string, at: number): number {
  for (
    let length = Math.min(MOST_CHARS, run.length - at);
    length > 0;
    length--
  ) {
    if (rowsWith(run.slice(at, at + length)).next().done) continue;
    if (length > 1 || at === 0 && ENDING.test(run.slice(1))) return length;
  }
  return 0;
}

/** The pair of characters that tells a form from the others best. */
export function tellingPair(pairs: readonly string[]): string | undefined {
  const timesIn = (pair: string) => TABLE.split(pair).length;
  if (pairs.length < 2) return pairs[0];
  return pairs.map((pair) => ({ pair, times: timesIn(pair) }))
    .toSorted((a, b) => a.times - b.times)[0]?.pair;
}
