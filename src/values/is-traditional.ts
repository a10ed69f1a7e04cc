/** Characters that only Traditional Chinese has, the common ones: nearly every sentence has one of them. */
const traditional = new RegExp(
  '[' +
    '們個這來說時會對後為過還沒開關點問間現麼樣將從當無與經應該實際發見聽話語讀寫書畫買賣錢車東風機場電腦網線級種類別處體頭長門馬魚鳥龍兒園國圖團圍報導進達運動務員業產廠廣師帶幫幣歲歷歸氣決準測滿漢潔濟灣熱' +
    '燈爾牆狀獨獲環畢異療盡監盤眾確碼礎禮稱穩積窮競筆節範築簡籃糧紀約紅紙細終組結給統絕絲綠維緊緒練總續罰羅義習聖聯聲職腳臉臨興舉舊蘇華萬葉藝藥號補裝裡製複觀規視覺親計訂訊記討訓設許訪證評試詳認誤課調談請論' +
    '諸講謝識議護讓變豐負財貨責貴費資賞質賴賽贈趕跡軌軍軟較載輕輛輪輸轉辦農連週選遞邊鄉鄰醫釋針鈔銀銅錄錯鍵鎖鎮鏡鐘鐵鑰閃閉陣陰陳陸陽隊隨險難雲靜響頁頂項順須預領題額顏願顧飛飯飲館駐驗驚鮮麥黃黨齊齡檔匯儲執' +
    '幾殺權極構樓橋檢歐淚溫災煙營癢碩禪竊糾絡縣縮績織繳纜罷聞肅脈臺蔣蘭虛蝦術衛衝裏襲覽訴詞詢誌誰諮譯貼賬贏趙踴躍軸遠遲郵釣鈴鋼鑑閱闊隱雜離霧韓頻顆飾餅餘駕騎鬆鬥鬧鳳鹽' +
    ']',
);

/** True if a Chinese text has Traditional characters. */
export const isTraditional = (text: string): boolean => traditional.test(text);
