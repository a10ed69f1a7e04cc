/** Characters that only Traditional Chinese has, the common ones: nearly every sentence has one of them. */
const traditional = new RegExp(
  '[' +
    '們個這來說時會對後為過還沒開關點問間現麼樣將從當無與經應該實際發見聽話語讀寫書畫買賣錢車東風機場電腦網線級種類別處體頭長門馬魚鳥龍兒園國圖團圍報導進達運動務員業產廠廣師帶幫幣歲歷歸氣決準測滿漢潔濟灣熱' +
    '燈爾牆狀獨獲環畢異療盡監盤眾確碼礎禮稱穩積窮競筆節範築簡籃糧紀約紅紙細終組結給統絕絲綠維緊緒練總續罰羅義習聖聯聲職腳臉臨興舉舊蘇華萬葉藝藥號補裝裡製複觀規視覺親計訂訊記討訓設許訪證評試詳認誤課調談請論' +
    '諸講謝識議護讓變豐負財貨責貴費資賞質賴賽贈趕跡軌軍軟較載輕輛輪輸轉辦農連週選遞邊鄉鄰醫釋針鈔銀銅錄錯鍵鎖鎮鏡鐘鐵鑰閃閉陣陰陳陸陽隊隨險難雲靜響頁頂項順須預領題額顏願顧飛飯飲館駐驗驚鮮麥黃黨齊齡檔匯儲執' +
    '幾殺權極構樓橋檢歐淚溫災煙營癢碩禪竊糾絡縣縮績織繳纜罷聞肅脈臺蔣蘭虛蝦術衛衝裏襲覽訴詞詢誌誰諮譯貼賬贏趙踴躍軸遠遲郵釣鈴鋼鑑閱闊隱雜離霧韓頻顆飾餅餘駕騎鬆鬥鬧鳳鹽' +
    ']',
  'g',
);

/** Characters that only Simplified Chinese has, the common ones. */
const simplified =
  /[这们说时会对为过还个来样将从当无与经应该实际发见听话语读写书画买卖钱车东风机场电脑网线级种类别处体头长门马关问间现么没开请译简词订帮给让谢务员国图进运动业产师带岁]/g;
const quoted = /“[^“”]*”|「[^「」]*」|『[^『』]*』|《[^《》]*》|"[^"]*"/g;

/** True if a Chinese text has more Traditional than Simplified characters, quotations and titles left out. */
export function isTraditional(text: string): boolean {
  const unquoted = text.replace(quoted, '');
  const own = /\p{Script=Han}/u.test(unquoted) ? unquoted : text;
  return (own.match(traditional)?.length ?? 0) > (own.match(simplified)?.length ?? 0);
}
